import pg from 'pg';
import type { RowText } from '../../../src/engine/index.js';
import { createTargetDatabase } from '../../support/test-database.js';
import type { DatabaseTarget } from '../contract/database.contract.js';

export interface PostgresTarget extends DatabaseTarget {
  drop(): Promise<void>;
}

/** A fresh database on the tests' server, reached by the plain driver beside the adapter. */
export async function createPostgresTarget(): Promise<PostgresTarget> {
  const database = await createTargetDatabase();
  const client = new pg.Client({
    connectionString: database.url,
    types: { getTypeParser: () => (text: unknown) => text },
  });
  client.on('error', () => undefined);
  await client.connect();
  return {
    settings: database.settings,
    sql: async (text) => {
      const result = await client.query<(string | null)[]>({ text, rowMode: 'array' });
      const last = (Array.isArray(result) ? result.at(-1) : result) as { rows: RowText[] };
      return last.rows;
    },
    drop: async () => {
      await client.end();
      await database.drop();
    },
  };
}
