import type { RowText } from '../../../engine/index.js';
import type { TableName, TargetColumn } from '../database-adapter.js';

/** The order of a key column, as an expression over the column, and as a literal to compare it with. */
export interface KeyOrder {
  /** False: no index serves the expression. */
  readonly isPlain: boolean;
  readonly expression: (column: string) => string;
  readonly literal: (text: string) => string;
}

/** What the SQL of one kind of database has in a way of its own, as far as shared statements need it. */
export interface SqlDialect {
  quoteIdentifier(name: string): string;
  quoteTable(name: TableName): string;
  /** What stands after `SELECT` of values that come from no table: nothing, or ` FROM dual`. */
  readonly fromNothing: string;
  /** What stands after `ORDER BY`, to get some rows after those that are passed over. */
  limit(rows: number, offset?: number): string;
  /** How a column is named in a statement, without its table: a row address may be no identifier. */
  columnName(column: Pick<TargetColumn, 'name' | 'rowAddress'>): string;
  /** The expression that gives a column's value as text, whole. */
  readExpression(column: string, typeName: string): string;
  keyOrder(typeName: string): KeyOrder;
  /** A hash of a column's value, by which values of any type can be told apart and grouped. */
  hash(column: string): string;
  /** A text that orders values of any type, the same way on every server. */
  orderText(column: string, typeName: string): string;
  /** Brings texts as the server gave them into their final form. */
  finish(columns: readonly TargetColumn[], rows: readonly RowText[]): readonly RowText[];
}

/** The user's condition stands alone in parentheses on lines of its own: a comment at its end harms nothing. */
export function whereClause(where: string | null, conditions: readonly string[]): string {
  const all = where === null ? conditions : [`(\n${where}\n)`, ...conditions];
  return all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`;
}

/** A column of a table that a statement names in full, so that no alias can hide it. */
export function columnOf(
  dialect: SqlDialect,
  table: TableName,
  column: Pick<TargetColumn, 'name' | 'rowAddress'>,
): string {
  return `${dialect.quoteTable(table)}.${dialect.columnName(column)}`;
}

/** Columns as texts, named by their place. */
export function readList(dialect: SqlDialect, table: TableName, columns: readonly TargetColumn[]): string {
  return columns
    .map(
      (column, place) =>
        `${dialect.readExpression(columnOf(dialect, table, column), column.typeName)} AS c${place}`,
    )
    .join(', ');
}
