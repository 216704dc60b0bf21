import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyDatabase, type TestDatabase } from './test-database.js';

const FOLDER = join(__dirname, '..', 'fixtures', 'stores');

/** Seals what the fixtures hold sealed; `scripts/make-store-fixture.mjs` made them. */
export const FIXTURE_SECRET_KEY = 'the key of the fixtures, which guards nothing';
/** Of the administrator `admin`. */
export const FIXTURE_PASSWORD = 'Correct-horse-7';

/** Our own database as an earlier version has left it, with data. */
export interface StoreFixture {
  readonly name: string;
  readonly sql: string;
  /** What its run has made of the three people. */
  readonly maskedNames: readonly string[];
}

/** All fixtures, oldest first. */
export function storeFixtures(): readonly StoreFixture[] {
  const fixtures = readdirSync(FOLDER).map((file) => {
    const sql = readFileSync(join(FOLDER, file), 'utf8');
    const maskedNames = JSON.parse(sql.slice(2, sql.indexOf('\n'))) as string[];
    return { name: file.replace(/\.sql$/, ''), sql, maskedNames };
  });
  return fixtures.sort((a, b) => migrationsIn(a) - migrationsIn(b));
}

/** A database that holds a fixture. */
export async function restoreFixture({ sql }: StoreFixture): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  await database.query(sql);
  return database;
}

function migrationsIn({ sql }: Pick<StoreFixture, 'sql'>): number {
  return sql.split('INSERT INTO public.schema_migration VALUES').length - 1;
}
