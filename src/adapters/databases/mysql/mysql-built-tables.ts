import { createHash } from 'node:crypto';
import type { ColumnShape } from '../../../engine/index.js';
import { DatabaseError } from '../database-adapter.js';
import type { BuildOrder, BuiltTable, PartitionClaim, TargetColumn } from '../database-adapter.js';
import type { MysqlClient } from './mysql-client.js';
import type { RunLedger } from '../sql/run-ledger.js';
import { outlineSql } from './mysql-sql-scanner.js';
import { quoteIdentifier, quoteTable, quoteText } from './mysql-sql.js';
import { limitsOf } from './mysql-types.js';

export interface BuildTools {
  readonly client: MysqlClient;
  readonly progress: RunLedger;
  /** Where tables are built. */
  readonly database: string;
}

/** The server plans the query and reads no row. Tables that are not built yet stand for themselves as subqueries. */
export async function describeQuery(
  { client, database }: Pick<BuildTools, 'client' | 'database'>,
  select: string,
  built: readonly BuildOrder[],
): Promise<readonly TargetColumn[]> {
  const before = built.map((order) => `${quoteIdentifier(order.name)} AS (\n${oneQuery(order.select)}\n)`);
  const withBuilt = before.length === 0 ? '' : `WITH ${before.join(', ')} `;
  const shape = quoteTable({ schema: database, table: 'vizard_shape' });
  // What the session may write is not touched: only the types of a temporary table tell those of a query.
  await client.execute('SET TRANSACTION READ WRITE');
  await client.execute(
    `CREATE TEMPORARY TABLE ${shape} AS ${withBuilt}SELECT * FROM (\n${oneQuery(select)}\n) AS q LIMIT 0`,
  );
  try {
    const columns = await client.query(`SHOW FULL COLUMNS FROM ${shape}`);
    return columns.map(([name, type, collation], place) => ({
      ...{
        id: `query.${place + 1}`,
        name: name ?? '',
        typeName: type ?? '',
        nullable: true,
        writable: false,
      },
      ...{ generated: false, inForeignKey: false, inUniqueIndex: false, canSelect: true, canUpdate: false },
      ...limitsByName(type ?? '', collation ?? null),
    }));
  } finally {
    await client.execute(`DROP TEMPORARY TABLE IF EXISTS ${shape}`).catch(() => undefined);
  }
}

function limitsByName(
  typeName: string,
  collation: string | null,
): ReturnType<typeof limitsOf> & Partial<ColumnShape> {
  const [, first, second] = /\((\d+)(?:,(\d+))?\)/.exec(typeName) ?? [];
  const number = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
  return limitsOf({
    ...{ typeName, collation, isCheckedJson: false, characters: number(first) },
    ...{ precision: number(first), scale: number(second) ?? 0 },
  });
}

export function buildTable(
  tools: BuildTools,
  claim: PartitionClaim | null,
  order: BuildOrder,
): Promise<number | null> {
  return buildOnce(tools, { claim, built: order }, (table, comment) =>
    tools.client.execute(
      `CREATE TABLE ${table} ENGINE=InnoDB ${comment} AS SELECT * FROM (\n${oneQuery(order.select)}\n) AS q`,
    ),
  );
}

/**
 * Has `create` make the table, unless it is there. A table commits by itself here: it is filled under a name of its own,
 * and gets the one that others look for when it is whole.
 */
export async function buildOnce(
  { client, progress, database }: BuildTools,
  { claim, built }: { readonly claim: PartitionClaim | null; readonly built: BuiltTable },
  create: (table: string, comment: string) => Promise<unknown>,
): Promise<number | null> {
  if (claim !== null) {
    await client.transaction(() => progress.lock(claim));
  }
  if (await isBuilt(client, database, built)) {
    return null;
  }
  const unfinished = unfinishedName(database, built);
  const table = quoteTable({ schema: database, table: built.name });
  await client.execute(`DROP TABLE IF EXISTS ${unfinished}`);
  await create(unfinished, `COMMENT=${quoteText(built.marker)}`);
  if (claim !== null) {
    await client.transaction(() => progress.lock(claim));
  }
  try {
    await client.execute(`RENAME TABLE ${unfinished} TO ${table}`);
  } catch (error) {
    if (await isBuilt(client, database, built)) {
      // A worker that was thought lost has built the same.
      return null;
    }
    throw error;
  }
  const [[rows = null] = []] = await client.query(`SELECT COUNT(*) FROM ${table}`);
  return Number(rows);
}

/** Drops what was left unfinished, too. */
export async function dropBuiltTable(
  client: MysqlClient,
  database: string,
  built: BuiltTable,
): Promise<void> {
  await client.execute(`DROP TABLE IF EXISTS ${unfinishedName(database, built)}`);
  if ((await commentOf(client, database, built.name)) === built.marker) {
    await client.execute(`DROP TABLE IF EXISTS ${quoteTable({ schema: database, table: built.name })}`);
  }
}

async function isBuilt(
  client: MysqlClient,
  database: string,
  { name, marker }: BuiltTable,
): Promise<boolean> {
  const comment = await commentOf(client, database, name);
  if (comment !== null && comment !== marker) {
    throw new DatabaseError('table_exists', `there is a table "${name}" already`, false);
  }
  return comment === marker;
}

/** Null: there is no such table. */
async function commentOf(client: MysqlClient, database: string, name: string): Promise<string | null> {
  const [row] = await client.query(
    `SELECT TABLE_COMMENT FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = ${quoteText(database)} AND TABLE_NAME = ${quoteText(name)}`,
  );
  return row === undefined ? null : (row[0] ?? '');
}

/** Nobody else's: it is made of what only this run knows. */
function unfinishedName(database: string, { name, marker }: BuiltTable): string {
  const sum = createHash('sha256').update(`${name} ${marker}`).digest('hex').slice(0, 24);
  return quoteTable({ schema: database, table: `vizard_build_${sum}` });
}

/** The text without the semicolon that may end it. Throws where it is not one query. */
function oneQuery(select: string): string {
  const text = select.replace(/[;\s]+$/, '');
  const outline = outlineSql(text);
  const isOne = outline.statements.length === 1 && outline.balanced && !outline.unterminated;
  if (!isOne || outline.hasSemicolon || outline.hasExecutableComment) {
    throw new DatabaseError('bad_query', 'it must be one query, whose quotes and parentheses pair up', false);
  }
  return text;
}
