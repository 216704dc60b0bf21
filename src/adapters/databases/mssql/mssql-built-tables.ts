import type { RowText } from '../../../engine/index.js';
import { DatabaseError } from '../database-adapter.js';
import type { BuildOrder, BuiltTable, PartitionClaim, TargetColumn } from '../database-adapter.js';
import type { RunLedger } from '../sql/run-ledger.js';
import type { MssqlClient } from './mssql-client.js';
import type { ServerFacts } from './mssql-settings.js';
import { quoteIdentifier, quoteTable, quoteText } from './mssql-sql.js';
import { baseOf, limitsOf } from './mssql-types.js';

export interface BuildTools {
  readonly client: MssqlClient;
  readonly progress: RunLedger;
  readonly facts: ServerFacts;
}

/** Under this name a table's marker is kept beside it. */
const MARKER = 'vizard_marker';

interface QueryColumn {
  readonly name: string;
  readonly typeName: string;
  readonly collation: string | null;
  readonly maxLength: number;
  readonly precision: number;
  readonly scale: number;
}

/**
 * The server describes the query and reads no row. Tables that are not built yet are made, empty, in a transaction that
 * is undone.
 */
export async function describeQuery(
  { client, facts }: Pick<BuildTools, 'client' | 'facts'>,
  select: string,
  built: readonly BuildOrder[],
): Promise<readonly TargetColumn[]> {
  await client.query('BEGIN TRANSACTION');
  try {
    for (const order of built) {
      const columns = await queryColumns(client, order.select);
      await client.query(createTable(quoteTable({ schema: facts.schema, table: order.name }), columns));
    }
    const columns = await queryColumns(client, select);
    return columns.map((column, place) => ({
      ...{ id: `query.${place + 1}`, name: column.name, typeName: column.typeName },
      ...{ nullable: true, writable: false, generated: false, inForeignKey: false, inUniqueIndex: false },
      ...{ canSelect: true, canUpdate: false },
      ...limitsOf({ ...column, base: baseOf(column.typeName), databaseCollation: facts.collation }),
    }));
  } finally {
    await client.query('IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION').catch(() => undefined);
  }
}

export function buildTable(
  tools: BuildTools,
  claim: PartitionClaim | null,
  order: BuildOrder,
): Promise<number | null> {
  return buildOnce(tools, { claim, built: order }, async (table) => {
    const columns = await queryColumns(tools.client, order.select);
    await tools.client.execute(createTable(table, columns));
    await tools.client.execute(`INSERT INTO ${table} EXEC sys.sp_executesql ${quoteText(order.select)}`);
  });
}

/** Has `create` make the table, unless it is there, in one transaction with its marker. */
export async function buildOnce(
  { client, progress, facts }: BuildTools,
  { claim, built }: { readonly claim: PartitionClaim | null; readonly built: BuiltTable },
  create: (table: string) => Promise<unknown>,
): Promise<number | null> {
  const table = quoteTable({ schema: facts.schema, table: built.name });
  return client.transaction(async () => {
    if (claim !== null) {
      await progress.lock(claim);
    }
    if (await isBuilt(client, facts, built)) {
      return null;
    }
    await create(table);
    await client.execute(
      `EXEC sys.sp_addextendedproperty @name = ${quoteText(MARKER)}, @value = ${quoteText(built.marker)},
         @level0type = N'SCHEMA', @level0name = ${quoteText(facts.schema)},
         @level1type = N'TABLE', @level1name = ${quoteText(built.name)}`,
    );
    const [[rows = null] = []] = await client.query(
      `SELECT CONVERT(varchar(20), COUNT_BIG(*)) FROM ${table}`,
    );
    return Number(rows);
  });
}

export async function dropBuiltTable(
  client: MssqlClient,
  facts: ServerFacts,
  built: BuiltTable,
): Promise<void> {
  if ((await markerOf(client, facts, built.name)) === built.marker) {
    const table = quoteTable({ schema: facts.schema, table: built.name });
    await client.execute(`DROP TABLE IF EXISTS ${table}`);
  }
}

async function isBuilt(
  client: MssqlClient,
  facts: ServerFacts,
  { name, marker }: BuiltTable,
): Promise<boolean> {
  const found = await markerOf(client, facts, name);
  if (found !== null && found !== marker) {
    throw new DatabaseError('table_exists', `there is a table "${name}" already`, false);
  }
  return found === marker;
}

/** Null: there is no such table; empty: it is not marked. */
async function markerOf(client: MssqlClient, { schema }: ServerFacts, name: string): Promise<string | null> {
  const [row] = await client.query(
    `SELECT ISNULL(CONVERT(nvarchar(400), e.value), '') FROM sys.objects o
     JOIN sys.schemas s ON s.schema_id = o.schema_id
     LEFT JOIN sys.extended_properties e ON e.class = 1 AND e.major_id = o.object_id AND e.minor_id = 0
       AND e.name = ${quoteText(MARKER)}
     WHERE s.name = ${quoteText(schema)} AND o.name = ${quoteText(name)}`,
  );
  return row === undefined ? null : (row[0] ?? '');
}

async function queryColumns(client: MssqlClient, select: string): Promise<readonly QueryColumn[]> {
  const rows =
    await client.query(`SELECT name, system_type_name, collation_name, max_length, precision, scale,
      error_message FROM sys.dm_exec_describe_first_result_set(${quoteText(select)}, NULL, 0)
    WHERE is_hidden = 0 ORDER BY column_ordinal`);
  const [first] = rows;
  if (first === undefined || first[1] === null) {
    const reason = first?.[6] ?? 'it gives no columns';
    throw new DatabaseError('bad_query', `the server does not accept the query: ${reason}`, false);
  }
  return rows.map(toQueryColumn);
}

function toQueryColumn(row: RowText, place: number): QueryColumn {
  const [name, typeName, collation = null, maxLength, precision, scale] = row;
  if (name === null || name === undefined || name === '') {
    throw new DatabaseError('bad_query', `column ${place + 1} of the query has no name`, false);
  }
  return {
    ...{ name, typeName: typeName ?? '', collation },
    ...{ maxLength: Number(maxLength), precision: Number(precision), scale: Number(scale) },
  };
}

function createTable(table: string, columns: readonly QueryColumn[]): string {
  const list = columns.map(({ name, typeName, collation }) => {
    // a column of that type gives itself its values
    const type = /^(?:timestamp|rowversion)\b/.test(typeName) ? 'binary(8)' : typeName;
    return `${quoteIdentifier(name)} ${type}${collation === null ? '' : ` COLLATE ${collation}`} NULL`;
  });
  return `CREATE TABLE ${table} (${list.join(', ')})`;
}
