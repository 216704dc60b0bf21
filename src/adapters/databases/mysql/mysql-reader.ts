import { DatabaseError } from '../database-adapter.js';
import type { KeyRange, TableName, TableScan, TargetColumn } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import type { MysqlClient } from './mysql-client.js';
import { keyBounds, keyExpressions } from './mysql-keys.js';
import { quoteIdentifier, quoteTable } from './mysql-sql.js';
import { isSingleFloat, readExpression, shortestFloat } from './mysql-types.js';

/** Reads pages of a table in key order. */
export class MysqlReader {
  constructor(private readonly client: MysqlClient) {}

  async readPage(scan: TableScan, range: KeyRange, limit: number): Promise<readonly RowText[]> {
    if (scan.keyCount < 1) {
      throw new DatabaseError('bad_key', `table ${quoteTable(scan.table)} is read without a key`, false);
    }
    const key = scan.readColumns.slice(0, scan.keyCount);
    const sql =
      `SELECT ${readList(scan.table, scan.readColumns)} FROM ${quoteTable(scan.table)}` +
      whereClause(scan.where, keyBounds(scan.table, key, range)) +
      ` ORDER BY ${keyExpressions(scan.table, key).join(', ')} LIMIT ${Math.trunc(limit)}`;
    return withShortFloats(scan.readColumns, await this.client.queryTexts(sql));
  }

  async countRows(table: TableName, where: string | null): Promise<number> {
    const rows = await this.client.query(
      `SELECT COUNT(*) FROM ${quoteTable(table)}${whereClause(where, [])}`,
    );
    return Number(rows[0]?.[0] ?? 0);
  }
}

/** Columns as texts. They are named by their place, and every reference says its table: no alias can hide a column. */
export function readList(table: TableName, columns: readonly TargetColumn[]): string {
  return columns
    .map(({ name, typeName }, place) => {
      const column = `${quoteTable(table)}.${quoteIdentifier(name)}`;
      return `${readExpression(column, typeName)} AS c${place}`;
    })
    .join(', ');
}

export function withShortFloats(
  columns: readonly TargetColumn[],
  rows: readonly RowText[],
): readonly RowText[] {
  if (!columns.some(({ typeName }) => isSingleFloat(typeName))) {
    return rows;
  }
  const isShort = columns.map(({ typeName }) => isSingleFloat(typeName));
  return rows.map((row) =>
    row.map((text, place) => (text !== null && isShort[place] === true ? shortestFloat(text) : text)),
  );
}

/** The user's condition stands alone in parentheses on lines of its own: a comment at its end harms nothing. */
export function whereClause(where: string | null, conditions: readonly string[]): string {
  const all = where === null ? conditions : [`(\n${where}\n)`, ...conditions];
  return all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`;
}
