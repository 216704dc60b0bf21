import { DatabaseError } from '../database-adapter.js';
import type { BatchWrite, TargetColumn } from '../database-adapter.js';
import { quoteIdentifier, quoteTable } from './mysql-sql.js';
import { canBeKey, isLarge, valueWriter } from './mysql-types.js';

/** The server's default for a table in memory is 16 MB, in which every text takes its full width. */
const MEMORY_BYTES = 8 * 1024 * 1024;
const BYTES_PER_CHARACTER = 4;
const OTHER_BYTES = 128;
/** Longer texts of one statement gain nothing. */
const STATEMENT_CHARACTERS = 2 * 1024 * 1024;

export type StagingEngine = 'MEMORY' | 'InnoDB';

/** In memory where a batch fits: twice as fast as a table with transactions, which a staging table has no use for. */
export function stagingEngine(columns: readonly TargetColumn[], rows: number): StagingEngine {
  if (columns.some(({ typeName, maxLength }) => isLarge(typeName, maxLength))) {
    return 'InnoDB';
  }
  const width = columns.reduce(
    (sum, { maxLength }) => sum + (maxLength === null ? OTHER_BYTES : maxLength * BYTES_PER_CHARACTER),
    0,
  );
  return width * rows <= MEMORY_BYTES ? 'MEMORY' : 'InnoDB';
}

/** Names of the staging table's columns: key, then values. */
export function stagedNames(batch: BatchWrite): readonly string[] {
  return [
    ...batch.keyColumns.map((_, place) => `k${place}`),
    ...batch.writeColumns.map((_, place) => `v${place}`),
  ];
}

/** A temporary table whose columns have the very types of the target's, so that it takes what they would take. */
export function createStaging(staging: string, engine: StagingEngine, batch: BatchWrite): string {
  const columns = [...batch.keyColumns, ...batch.writeColumns];
  const names = stagedNames(batch);
  const list = columns.map(({ name }, place) => `s.${quoteIdentifier(name)} AS ${names[place] ?? ''}`);
  const isIndexed = batch.keyColumns.every(({ typeName }) => canBeKey(typeName));
  const key = isIndexed ? ` (PRIMARY KEY (${names.slice(0, batch.keyColumns.length).join(', ')}))` : '';
  return (
    `CREATE TEMPORARY TABLE ${staging}${key} ENGINE=${engine} AS ` +
    `SELECT ${list.join(', ')} FROM ${quoteTable(batch.table)} AS s LIMIT 0`
  );
}

type Writer = (text: string | null) => string;

/** `INSERT` statements that carry all rows of a batch, each small enough for the server. */
export function fillStaging(staging: string, batch: BatchWrite, maxPacket: number): readonly string[] {
  const columns = [...batch.keyColumns, ...batch.writeColumns];
  return insertRows(staging, { columns, texts: batch.columns }, maxPacket);
}

/** Texts to be inserted: one array for each column. */
export interface RowTexts {
  readonly columns: readonly TargetColumn[];
  readonly texts: readonly (readonly (string | null)[])[];
}

/** The same for any table whose columns have the types of these. `into`: the table, and its columns unless it is all. */
export function insertRows(into: string, rows: RowTexts, maxPacket: number): readonly string[] {
  const writers = rows.columns.map(literalWriter);
  const head = `INSERT INTO ${into} VALUES `;
  const limit = Math.min(STATEMENT_CHARACTERS, Math.floor(maxPacket / BYTES_PER_CHARACTER) - head.length);
  const statements: string[] = [];
  let text = '';
  for (let row = 0; row < (rows.texts[0]?.length ?? 0); row += 1) {
    const tuple = tupleOf(rows.texts, writers, row);
    refuseHuge(tuple, maxPacket);
    if (text !== '' && text.length + tuple.length > limit) {
      statements.push(head + text);
      text = '';
    }
    text += text === '' ? tuple : `,${tuple}`;
  }
  if (text !== '') {
    statements.push(head + text);
  }
  return statements;
}

/** For statements that name single rows: what each column gets. */
export function literalWriter({ name, typeName }: TargetColumn): Writer {
  const write = valueWriter(typeName);
  return (text) => {
    if (text === null) {
      return 'NULL';
    }
    const literal = write(text);
    if (literal === undefined) {
      const reason = `a text cannot be read as its column's type: column "${name}"`;
      throw new DatabaseError('bad_value', reason, false);
    }
    return literal;
  };
}

function tupleOf(texts: RowTexts['texts'], writers: readonly Writer[], row: number): string {
  let tuple = '(';
  for (let place = 0; place < writers.length; place += 1) {
    const literal = writers[place]!(texts[place]![row] ?? null);
    tuple += place === 0 ? literal : `,${literal}`;
  }
  return `${tuple})`;
}

/** The server would drop the connection, and every attempt would end so. */
function refuseHuge(tuple: string, maxPacket: number): void {
  const mayBeHuge = tuple.length * BYTES_PER_CHARACTER > maxPacket - 1_000;
  if (mayBeHuge && Buffer.byteLength(tuple) > maxPacket - 1_000) {
    const reason = `a row is larger than the server takes at once: raise its max_allowed_packet (now ${maxPacket} bytes)`;
    throw new DatabaseError('bad_value', reason, false);
  }
}
