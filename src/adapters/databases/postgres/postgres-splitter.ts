import type { KeyRange, TableName, TableScan } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import type { PostgresClient } from './postgres-client.js';
import type { PostgresIntrospector } from './postgres-introspector.js';
import { quoteIdentifier, quoteTable, whereClause } from './postgres-sql.js';

const WHOLE: KeyRange = { after: null, upTo: null };

/** Sampled rows per range: enough that ranges differ by a few percent only. */
const SAMPLE_PER_PART = 200;
/** Below this many rows the whole table is the sample. */
const SMALL_TABLE_ROWS = 20_000;

/** Looks at a table's key: is it one, and where does it divide the rows evenly? */
export class PostgresSplitter {
  constructor(
    private readonly client: PostgresClient,
    private readonly introspector: PostgresIntrospector,
  ) {}

  async checkKey(table: TableName, key: readonly string[]): Promise<{ nulls: boolean; duplicates: boolean }> {
    const { columns, uniqueKeys } = await this.introspector.describeTable(table);
    const nullable = columns.filter((column) => key.includes(column.name) && column.nullable);
    const nulls =
      nullable.length > 0 &&
      (await this.isTrue(
        `EXISTS (SELECT 1 FROM ${quoteTable(table)} WHERE ${nullable
          .map((column) => `${quoteIdentifier(column.name)} IS NULL`)
          .join(' OR ')})`,
      ));
    const promised = uniqueKeys.some((unique) => unique.every((name) => key.includes(name)));
    return { nulls, duplicates: !promised && (await this.hasDuplicates(table, key)) };
  }

  async splitByKey(scan: TableScan, parts: number): Promise<readonly KeyRange[]> {
    if (parts <= 1) {
      return [WHOLE];
    }
    const bounds = await this.sampleBounds(scan, Math.trunc(parts));
    return [...bounds, null].map((upTo, index) => ({ after: bounds[index - 1] ?? null, upTo }));
  }

  private async hasDuplicates(table: TableName, key: readonly string[]): Promise<boolean> {
    const columns = key.map(quoteIdentifier);
    const present = columns.map((column) => `${column} IS NOT NULL`).join(' AND ');
    return this.isTrue(
      `EXISTS (SELECT 1 FROM ${quoteTable(table)} WHERE ${present} ` +
        `GROUP BY ${columns.join(', ')} HAVING count(*) > 1)`,
    );
  }

  /**
   * Keys that cut a sample into equal parts, strictly rising in the database's own order. However bad the sample, the
   * ranges between them hold every row once: only their sizes depend on it.
   */
  private async sampleBounds(scan: TableScan, parts: number): Promise<readonly RowText[]> {
    const key = scan.readColumns.slice(0, scan.keyCount).map((column) => quoteIdentifier(column.name));
    const list = key.join(', ');
    const present = key.map((column) => `${column} IS NOT NULL`);
    const { relationKind, estimatedRows } = await this.introspector.describeTable(scan.table);
    const source = quoteTable(scan.table) + sampleClause(relationKind, estimatedRows, parts);
    const sql = `
      WITH sample AS (
        SELECT ${list} FROM ${source}${whereClause(scan.where, present)}
      ), ranked AS (
        SELECT ${list}, row_number() OVER (ORDER BY ${list}) AS "rank of the row",
          count(*) OVER () AS "rows of the sample"
        FROM sample
      )
      SELECT DISTINCT ${list} FROM ranked
      WHERE "rank of the row" IN (
        SELECT ceil("rows of the sample"::numeric * part / $1::int) FROM generate_series(1, $1::int - 1) AS part)
      ORDER BY ${list}`;
    return (await this.client.query(sql, [parts])).rows;
  }

  private async isTrue(condition: string): Promise<boolean> {
    return (await this.client.query(`SELECT ${condition}`)).rows[0]?.[0] === 't';
  }
}

function sampleClause(kind: string, rows: number, parts: number): string {
  const sampled = kind === 'table' || kind === 'partitioned_table';
  const wanted = parts * SAMPLE_PER_PART;
  if (!sampled || rows <= Math.max(SMALL_TABLE_ROWS, wanted)) {
    return '';
  }
  const percent = Math.min(100, Math.max(0.01, (wanted * 100) / rows));
  // whole blocks: at least some dozens of them, or ranges get ragged
  const generous = Math.min(100, percent * 8);
  return ` TABLESAMPLE SYSTEM (${generous.toFixed(3)}) REPEATABLE (20)`;
}
