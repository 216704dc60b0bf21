import { createHash } from 'node:crypto';
import { DatabaseError } from '../database-adapter.js';
import type { BuildOrder, BuiltTable, PartitionClaim, TargetColumn } from '../database-adapter.js';
import type { RunLedger } from '../sql/run-ledger.js';
import type { OracleClient } from './oracle-client.js';
import { quoteIdentifier, quoteTable, quoteText } from './oracle-sql.js';
import { outlineCondition } from './oracle-statements.js';
import { limitsOf, spellType } from './oracle-types.js';

export interface BuildTools {
  readonly client: OracleClient;
  readonly progress: RunLedger;
  /** Where tables are built. */
  readonly schema: string;
}

/** The server reads the query, and no row. Tables that are not built yet stand for themselves as subqueries. */
export async function describeQuery(
  { client }: Pick<BuildTools, 'client'>,
  select: string,
  built: readonly BuildOrder[],
): Promise<readonly TargetColumn[]> {
  const before = built.map((order) => `${quoteIdentifier(order.name)} AS (\n${oneQuery(order.select)}\n)`);
  const withBuilt = before.length === 0 ? '' : `WITH ${before.join(', ')} `;
  const columns = await client.describe(`${withBuilt}SELECT * FROM (\n${oneQuery(select)}\n)`);
  return columns.map((column, place) => ({
    ...{ id: `query.${place + 1}`, name: column.name, typeName: spellType(column), nullable: true },
    ...{ writable: false, generated: false, inForeignKey: false, inUniqueIndex: false },
    ...{ canSelect: true, canUpdate: false },
    ...limitsOf(column),
  }));
}

export function buildTable(
  tools: BuildTools,
  claim: PartitionClaim | null,
  order: BuildOrder,
): Promise<number | null> {
  return buildOnce(tools, { claim, built: order }, (table) =>
    tools.client.execute(`CREATE TABLE ${table} AS SELECT * FROM (\n${oneQuery(order.select)}\n)`),
  );
}

/**
 * Has `create` make the table, unless it is there. A table commits by itself here: it is filled under a name of its own,
 * and gets the one that others look for when it is whole.
 */
export async function buildOnce(
  { client, progress, schema }: BuildTools,
  { claim, built }: { readonly claim: PartitionClaim | null; readonly built: BuiltTable },
  create: (table: string) => Promise<unknown>,
): Promise<number | null> {
  if (claim !== null) {
    await client.transaction(() => progress.lock(claim));
  }
  if (await isBuilt(client, schema, built)) {
    return null;
  }
  const unfinished = quoteTable({ schema, table: unfinishedName(built) });
  const table = quoteTable({ schema, table: built.name });
  await client.execute(dropIfThere(unfinished));
  await create(unfinished);
  await client.execute(`COMMENT ON TABLE ${unfinished} IS ${quoteText(built.marker)}`);
  if (claim !== null) {
    await client.transaction(() => progress.lock(claim));
  }
  try {
    await client.execute(`ALTER TABLE ${unfinished} RENAME TO ${quoteIdentifier(built.name)}`);
  } catch (error) {
    if (await isBuilt(client, schema, built)) {
      // A worker that was thought lost has built the same.
      return null;
    }
    throw error;
  }
  const [[rows = null] = []] = await client.query(`SELECT COUNT(*) FROM ${table}`);
  return Number(rows);
}

/** Drops what was left unfinished, too, and what rows were staged in for it: they hold what is not masked yet. */
export async function dropBuiltTable(client: OracleClient, schema: string, built: BuiltTable): Promise<void> {
  const unfinished = quoteTable({ schema, table: unfinishedName(built) });
  await client.execute(dropIfThere(stagedBeside(unfinished)));
  await client.execute(dropIfThere(unfinished));
  if ((await commentOf(client, schema, built.name)) === built.marker) {
    await client.execute(dropIfThere(quoteTable({ schema, table: built.name })));
  }
}

/** Where rows are staged from which an unfinished table is made. Both names are quoted. */
export function stagedBeside(unfinished: string): string {
  return `${unfinished.slice(0, -1)}_D"`;
}

const NO_SUCH_TABLE = -942;

export function dropIfThere(table: string): string {
  return `BEGIN EXECUTE IMMEDIATE ${quoteText(`DROP TABLE ${table} PURGE`)};
    EXCEPTION WHEN OTHERS THEN IF SQLCODE <> ${NO_SUCH_TABLE} THEN RAISE; END IF; END;`;
}

async function isBuilt(client: OracleClient, schema: string, { name, marker }: BuiltTable): Promise<boolean> {
  const comment = await commentOf(client, schema, name);
  if (comment !== null && comment !== marker) {
    throw new DatabaseError('table_exists', `there is a table "${name}" already`, false);
  }
  return comment === marker;
}

/** Null: there is no such table. */
async function commentOf(client: OracleClient, schema: string, name: string): Promise<string | null> {
  const [row] = await client.query(
    `SELECT c.comments FROM all_tables t LEFT JOIN all_tab_comments c
       ON c.owner = t.owner AND c.table_name = t.table_name
     WHERE t.owner = ${quoteText(schema)} AND t.table_name = ${quoteText(name)}`,
  );
  return row === undefined ? null : (row[0] ?? '');
}

/** Nobody else's: it is made of what only this run knows. */
function unfinishedName({ name, marker }: BuiltTable): string {
  const sum = createHash('sha256').update(`${name} ${marker}`).digest('hex').slice(0, 16);
  return `VIZARD_BUILD_${sum.toUpperCase()}`;
}

/** The text without the semicolon that may end it. Throws where it is not one query. */
function oneQuery(select: string): string {
  const text = select.replace(/[;\s]+$/, '');
  const { statements, balanced, unterminated, hasSemicolon } = outlineCondition(text);
  if (statements.length === 0 || !balanced || unterminated || hasSemicolon) {
    throw new DatabaseError('bad_query', 'it must be one query, whose quotes and parentheses pair up', false);
  }
  return text;
}
