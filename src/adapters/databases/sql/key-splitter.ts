import type { RowText } from '../../../engine/index.js';
import type { KeyRange, TableDescription, TableName, TableScan, TargetColumn } from '../database-adapter.js';
import { keyBounds, keyExpressions } from './key-bounds.js';
import type { SqlDialect } from './sql-dialect.js';
import { columnOf, readList, whereClause } from './sql-dialect.js';
import type { TextClient } from './text-client.js';

const WHOLE: KeyRange = { after: null, upTo: null };

/** Up to this many rows the index is walked; beyond it, whole-number keys are divided by their values. */
const WALK_UP_TO = 5_000_000;

/** Looks at a table's key: is it one, and where does it divide the rows evenly? */
export class KeySplitter {
  constructor(
    private readonly client: TextClient,
    private readonly dialect: SqlDialect,
    private readonly introspector: { describeTable(name: TableName): Promise<TableDescription> },
  ) {}

  async checkKey(table: TableName, key: readonly string[]): Promise<{ nulls: boolean; duplicates: boolean }> {
    const { columns, uniqueKeys } = await this.introspector.describeTable(table);
    const nullable = columns.filter((column) => key.includes(column.name) && column.nullable);
    const nulls =
      nullable.length > 0 &&
      (await this.isTrue(
        `EXISTS (SELECT 1 FROM ${this.dialect.quoteTable(table)} WHERE ${nullable
          .map((column) => `${this.dialect.quoteIdentifier(column.name)} IS NULL`)
          .join(' OR ')})`,
      ));
    const promised = uniqueKeys.some((unique) => unique.every((name) => key.includes(name)));
    return { nulls, duplicates: !promised && (await this.hasDuplicates(table, key)) };
  }

  async splitByKey(scan: TableScan, parts: number): Promise<readonly KeyRange[]> {
    if (parts <= 1) {
      return [WHOLE];
    }
    const { estimatedRows } = await this.introspector.describeTable(scan.table);
    const divides = estimatedRows > WALK_UP_TO && scan.readColumns[0]?.kind === 'integer';
    const bounds = divides
      ? await this.boundsByValue(scan, Math.trunc(parts))
      : await this.boundsByWalk(scan, Math.trunc(parts));
    return [...bounds, null].map((upTo, index) => ({ after: bounds[index - 1] ?? null, upTo }));
  }

  /** Every so many rows, from one bound to the next along the key's index. */
  private async boundsByWalk(scan: TableScan, parts: number): Promise<readonly RowText[]> {
    const rows = await this.client.query(
      `SELECT COUNT(*) FROM ${this.dialect.quoteTable(scan.table)}${whereClause(scan.where, [])}`,
    );
    const total = Number(rows[0]?.[0] ?? 0);
    const bounds: RowText[] = [];
    let passed = 0;
    for (let part = 1; part < parts; part += 1) {
      const upTo = Math.ceil((total * part) / parts);
      if (upTo > passed && upTo < total) {
        const bound = await this.keyAt(scan, bounds.at(-1) ?? null, upTo - passed - 1);
        if (bound === null) {
          break;
        }
        bounds.push(bound);
        passed = upTo;
      }
    }
    return bounds;
  }

  /** Equal stretches of the first column's values: of uneven sizes where the values have gaps. */
  private async boundsByValue(scan: TableScan, parts: number): Promise<readonly RowText[]> {
    const column = columnOf(this.dialect, scan.table, scan.readColumns[0]!);
    const [row] = await this.client.query(
      `SELECT MIN(${column}), MAX(${column}) FROM ${this.dialect.quoteTable(scan.table)}`,
    );
    const [low, high] = [BigInt(row?.[0] ?? 0), BigInt(row?.[1] ?? 0)];
    const bounds: RowText[] = [];
    for (let part = 1; part < parts; part += 1) {
      const value = low + ((high - low) * BigInt(part)) / BigInt(parts);
      const bound = await this.firstKey(scan, [`${column} >= ${value}`]);
      if (bound !== null && bound.join('\n') !== bounds.at(-1)?.join('\n')) {
        bounds.push(bound);
      }
    }
    return bounds;
  }

  private keyAt(scan: TableScan, after: RowText | null, offset: number): Promise<RowText | null> {
    const { table } = scan;
    const bounds = keyBounds(this.dialect, { table, key: keyOf(scan) }, { after, upTo: null });
    return this.firstKey(scan, bounds, offset);
  }

  private async firstKey(
    scan: TableScan,
    conditions: readonly string[],
    offset = 0,
  ): Promise<RowText | null> {
    const { dialect } = this;
    const { table } = scan;
    const key = keyOf(scan);
    const present = key
      .filter((column) => column.nullable)
      .map((column) => `${columnOf(dialect, table, column)} IS NOT NULL`);
    const rows = await this.client.queryTexts(
      `SELECT ${readList(dialect, table, key)} FROM ${dialect.quoteTable(table)}` +
        whereClause(scan.where, [...present, ...conditions]) +
        ` ORDER BY ${keyExpressions(dialect, table, key).join(', ')} ${dialect.limit(1, offset)}`,
    );
    return dialect.finish(key, rows)[0] ?? null;
  }

  private hasDuplicates(table: TableName, key: readonly string[]): Promise<boolean> {
    const columns = key.map((name) => this.dialect.quoteIdentifier(name));
    const present = columns.map((column) => `${column} IS NOT NULL`).join(' AND ');
    return this.isTrue(
      `EXISTS (SELECT 1 FROM ${this.dialect.quoteTable(table)} WHERE ${present} ` +
        `GROUP BY ${columns.join(', ')} HAVING COUNT(*) > 1)`,
    );
  }

  private async isTrue(condition: string): Promise<boolean> {
    const sql = `SELECT CASE WHEN ${condition} THEN 1 ELSE 0 END${this.dialect.fromNothing}`;
    return (await this.client.query(sql))[0]?.[0] === '1';
  }
}

function keyOf(scan: TableScan): readonly TargetColumn[] {
  return scan.readColumns.slice(0, scan.keyCount);
}
