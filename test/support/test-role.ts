import { randomBytes } from 'node:crypto';
import type { TestDatabase } from './test-database.js';

/** A database user with few rights. */
export interface TestRole {
  /** For the body of a connection. */
  readonly credentials: { readonly user: string; readonly dbpassword: string };
  drop(): Promise<void>;
}

/** Each grant is a statement up to and including `TO`. */
export async function createRole(database: TestDatabase, grants: readonly string[]): Promise<TestRole> {
  const user = `vizard_test_${randomBytes(4).toString('hex')}`;
  const dbpassword = 'open-sesame-4711';
  await database.query(`CREATE ROLE ${user} LOGIN PASSWORD '${dbpassword}'`);
  for (const grant of grants) {
    await database.query(`${grant} ${user}`);
  }
  return {
    credentials: { user, dbpassword },
    drop: async (): Promise<void> => {
      await database.query(`DROP OWNED BY ${user}`);
      await database.query(`DROP ROLE ${user}`);
    },
  };
}
