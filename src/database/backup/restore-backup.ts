import { open, type FileHandle } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { MIGRATIONS } from '../../../migrations/index.js';
import { runMigrations } from '../migrate.js';
import { quoteName, storeTables } from './store-tables.js';
import type { StoreTable } from './store-tables.js';
import type { BackupEnd, BackupHead } from './write-backup.js';

type Row = readonly (string | null)[];
type Line = Row | { readonly table: string } | BackupEnd;

const ROWS_AT_ONCE = 20;

/** Changes restored rows that must not stay as they were; the schema is that of the backup. */
export type Settle = (client: pg.Client) => Promise<void>;

/**
 * Puts a backup into an empty database, as it was when it was taken, and brings it up to date. Gives the number of rows. All
 * rows come in by one transaction, and so does what `settle` changes of them; throws, with what to do, where the file is none of ours, not whole or too new.
 */
export async function restoreBackup(url: string, file: string, settle: Settle): Promise<number> {
  await readThrough(file);
  const reader = await BackupReader.open(file);
  try {
    await refuseUsed(url);
    await runMigrations(url, reader.head.migrations);
    const rows = await load(url, reader, settle);
    await runMigrations(url);
    return rows;
  } finally {
    await reader.close();
  }
}

/** Throws where the file is damaged, before the database is touched. */
async function readThrough(file: string): Promise<void> {
  const reader = await BackupReader.open(file);
  try {
    for (let count = 0; ;) {
      const line = await reader.next();
      if ('rows' in line) {
        assertWhole(line, count);
        return;
      }
      count += 'table' in line ? 0 : 1;
    }
  } finally {
    await reader.close();
  }
}

function assertWhole({ rows }: BackupEnd, count: number): void {
  if (rows !== count) {
    throw new Error(`The backup is damaged: it holds ${count} rows instead of ${rows}.`);
  }
}

/** The lines of a backup, one after another. */
class BackupReader {
  private constructor(
    readonly head: BackupHead,
    private readonly lines: AsyncGenerator<string, void>,
  ) {}

  static async open(file: string): Promise<BackupReader> {
    const opened = await open(file).catch(() => {
      throw new Error(`${file} cannot be opened: is it there, and may you read it?`);
    });
    const lines = linesOf(opened);
    return new BackupReader(readHead((await nextOf(lines)) ?? ''), lines);
  }

  async next(): Promise<Line> {
    const text = await nextOf(this.lines);
    if (text === null) {
      throw new Error('The backup is not whole: it is damaged, or its end is missing.');
    }
    try {
      return JSON.parse(text) as Line;
    } catch {
      throw new Error('The backup is damaged: a line of it cannot be read.');
    }
  }

  async close(): Promise<void> {
    await this.lines.return();
  }
}

/** Null: there is none, or what comes is damaged. */
async function nextOf(lines: AsyncGenerator<string, void>): Promise<string | null> {
  const { value } = await lines.next().catch(() => ({ value: undefined }));
  return value ?? null;
}

async function* linesOf(file: FileHandle): AsyncGenerator<string, void> {
  try {
    const text = file.createReadStream().pipe(createGunzip()).setEncoding('utf8') as AsyncIterable<string>;
    let rest = '';
    for await (const piece of text) {
      rest += piece;
      if (piece.includes('\n')) {
        const lines = rest.split('\n');
        rest = lines.pop() ?? '';
        yield* lines;
      }
    }
  } finally {
    await file.close();
  }
}

function readHead(text: string): BackupHead {
  let head: Partial<BackupHead> = {};
  try {
    head = JSON.parse(text) as Partial<BackupHead>;
  } catch {
    // Told below.
  }
  if (head.vizardBackup !== 1) {
    throw new Error('The file is no backup of Vizard.');
  }
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = (head.migrations ?? []).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `The backup is of a newer version of Vizard (${unknown.join(', ')}): restore it with that.`,
    );
  }
  return head as BackupHead;
}

async function refuseUsed(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT 1 FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace LIMIT 1`,
    );
    if (rows.length > 0) {
      throw new Error('The database is not empty: restore into a new one, so that nothing is overwritten.');
    }
  });
}

function load(url: string, reader: BackupReader, settle: Settle): Promise<number> {
  return withClient(url, async (client) => {
    await client.query('BEGIN');
    const tables = await storeTables(client);
    await empty(client, tables);
    const rows = await loadRows(client, tables, reader);
    await settle(client);
    for (const table of tables) {
      await continueSequences(client, table);
    }
    await client.query('COMMIT');
    return rows;
  });
}

/** Of the few rows that migrations make. */
async function empty(client: pg.Client, tables: readonly StoreTable[]): Promise<void> {
  for (const { name } of [...tables].reverse()) {
    const { rows } = await client.query(`SELECT 1 FROM ${quoteName(name)} LIMIT 1`);
    if (rows.length > 0) {
      await client.query(`DELETE FROM ${quoteName(name)}`);
    }
  }
}

async function loadRows(
  client: pg.Client,
  tables: readonly StoreTable[],
  reader: BackupReader,
): Promise<number> {
  const byName = new Map(reader.head.tables.map((table) => [table.name, table]));
  const types = new Map(tables.map((table) => [table.name, table]));
  let target: StoreTable | undefined;
  let waiting: Row[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    if (target !== undefined && waiting.length > 0) {
      await insert(client, target, waiting);
    }
    waiting = [];
  };
  for (;;) {
    const line = await reader.next();
    if ('rows' in line) {
      await flush();
      assertWhole(line, count);
      return count;
    }
    if ('table' in line) {
      await flush();
      target = withTypes(byName.get(line.table), types.get(line.table), line.table);
      continue;
    }
    waiting.push(line);
    count += 1;
    if (waiting.length === ROWS_AT_ONCE) {
      await flush();
    }
  }
}

/** The columns of the backup, in its order, with the types of the database. */
function withTypes(held: StoreTable | undefined, own: StoreTable | undefined, name: string): StoreTable {
  const columns = (held?.columns ?? []).map((column) =>
    own?.columns.find((other) => other.name === column.name),
  );
  const known = columns.filter((column) => column !== undefined);
  if (held === undefined || known.length < held.columns.length) {
    throw new Error(`The backup is damaged: the table ${quoteName(name)} is not as its version has it.`);
  }
  return { name, columns: known };
}

async function insert(client: pg.Client, { name, columns }: StoreTable, rows: readonly Row[]): Promise<void> {
  const names = columns.map((column) => quoteName(column.name)).join(', ');
  const casts = columns.map(({ type }, index) => `c${index}::${type}`).join(', ');
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = columns.map((_, index) => `c${index}`).join(', ');
  await client.query(
    `INSERT INTO ${quoteName(name)} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${casts} FROM unnest(${arrays}) AS u(${aliases})`,
    columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  );
}

/** New rows are numbered behind the old ones. */
async function continueSequences(client: pg.Client, { name, columns }: StoreTable): Promise<void> {
  for (const column of columns.filter(({ type }) => /^(?:smallint|integer|bigint)$/.test(type))) {
    const quoted = quoteName(column.name);
    await client.query(
      `SELECT setval(s, greatest(m, 1), m IS NOT NULL)
       FROM pg_get_serial_sequence($1, $2) AS s, (SELECT max(${quoted}) AS m FROM ${quoteName(name)}) AS x
       WHERE s IS NOT NULL`,
      [quoteName(name), column.name],
    );
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'vizard restore' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
