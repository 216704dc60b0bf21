import type { KeyRange, TableName, TableScan, TargetColumn } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import type { MysqlClient } from './mysql-client.js';
import type { MysqlIntrospector } from './mysql-introspector.js';
import { keyBounds, keyExpressions } from './mysql-keys.js';
import { readList, withShortFloats } from './mysql-reader.js';
import { quoteIdentifier, quoteTable, whereClause } from './mysql-sql.js';

const WHOLE: KeyRange = { after: null, upTo: null };

/** Up to this many rows the index is walked; beyond it, whole-number keys are divided by their values. */
const WALK_UP_TO = 5_000_000;

/** Looks at a table's key: is it one, and where does it divide the rows evenly? */
export class MysqlSplitter {
  constructor(
    private readonly client: MysqlClient,
    private readonly introspector: MysqlIntrospector,
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
      `SELECT COUNT(*) FROM ${quoteTable(scan.table)}${whereClause(scan.where, [])}`,
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
    const [first] = scan.readColumns;
    const column = `${quoteTable(scan.table)}.${quoteIdentifier(first?.name ?? '')}`;
    const [row] = await this.client.query(
      `SELECT MIN(${column}), MAX(${column}) FROM ${quoteTable(scan.table)}`,
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
    return this.firstKey(scan, keyBounds(scan.table, keyOf(scan), { after, upTo: null }), offset);
  }

  private async firstKey(
    scan: TableScan,
    conditions: readonly string[],
    offset = 0,
  ): Promise<RowText | null> {
    const key = keyOf(scan);
    const present = key
      .filter((column) => column.nullable)
      .map((column) => `${quoteTable(scan.table)}.${quoteIdentifier(column.name)} IS NOT NULL`);
    const rows = await this.client.queryTexts(
      `SELECT ${readList(scan.table, key)} FROM ${quoteTable(scan.table)}` +
        whereClause(scan.where, [...present, ...conditions]) +
        ` ORDER BY ${keyExpressions(scan.table, key).join(', ')} LIMIT 1 OFFSET ${offset}`,
    );
    return withShortFloats(key, rows)[0] ?? null;
  }

  private hasDuplicates(table: TableName, key: readonly string[]): Promise<boolean> {
    const columns = key.map(quoteIdentifier);
    const present = columns.map((column) => `${column} IS NOT NULL`).join(' AND ');
    return this.isTrue(
      `EXISTS (SELECT 1 FROM ${quoteTable(table)} WHERE ${present} ` +
        `GROUP BY ${columns.join(', ')} HAVING COUNT(*) > 1)`,
    );
  }

  private async isTrue(condition: string): Promise<boolean> {
    return (await this.client.query(`SELECT ${condition}`))[0]?.[0] === '1';
  }
}

function keyOf(scan: TableScan): readonly TargetColumn[] {
  return scan.readColumns.slice(0, scan.keyCount);
}
