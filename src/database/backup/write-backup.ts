import { access, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { quoteName, storeTables } from './store-tables.js';
import type { StoreTable } from './store-tables.js';

/** First line of a backup. */
export interface BackupHead {
  readonly vizardBackup: 1;
  readonly takenTime: string;
  /** What the database has gone through. */
  readonly migrations: readonly string[];
  readonly tables: readonly StoreTable[];
}

/** Last line of a backup: without it the file is not whole. */
export interface BackupEnd {
  readonly rows: number;
}

/** Chunks of stored files have a megabyte: few rows are in memory at once. */
const ROWS_AT_ONCE = 20;

/**
 * Writes all that our database holds at one moment to a new file that only its owner can read; the program may go on
 * meanwhile. Gives the number of rows. What is sealed stays sealed: the key is not in the file. Throws where the file is there.
 */
export async function writeBackup(url: string, file: string): Promise<number> {
  if (await exists(file)) {
    throw new Error(`${file} is there already: name a new file, so that nothing is overwritten.`);
  }
  const draft = `${file}.part`;
  // Fails where another backup is being written.
  const out = await open(draft, 'wx', 0o600);
  try {
    const rows = await fill(url, out);
    await rename(draft, file);
    return rows;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function fill(url: string, out: FileHandle): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'vizard backup' });
  const end = { rows: 0 };
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await pipeline(Readable.from(lines(client, end)), createGzip(), out.createWriteStream({ flush: true }));
    return end.rows;
  } finally {
    await client.end();
  }
}

async function* lines(client: pg.Client, end: { rows: number }): AsyncGenerator<string> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY id');
  const tables = await storeTables(client);
  const migrations = rows.map(({ name }) => name);
  const head: BackupHead = { vizardBackup: 1, takenTime: new Date().toISOString(), migrations, tables };
  yield line(head);
  for (const table of tables) {
    yield line({ table: table.name });
    for await (const row of rowsOf(client, table)) {
      end.rows += 1;
      yield line(row);
    }
  }
  yield line({ rows: end.rows } satisfies BackupEnd);
}

async function* rowsOf(
  client: pg.Client,
  { name, columns }: StoreTable,
): AsyncGenerator<readonly (string | null)[]> {
  const texts = columns.map((column) => `${quoteName(column.name)}::text`).join(', ');
  await client.query(`DECLARE rows NO SCROLL CURSOR FOR SELECT ${texts} FROM ${quoteName(name)}`);
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `FETCH ${ROWS_AT_ONCE} FROM rows`,
      rowMode: 'array',
    });
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) {
      break;
    }
  }
  await client.query('CLOSE rows');
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
