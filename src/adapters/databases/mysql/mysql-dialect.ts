import type { RowText } from '../../../engine/index.js';
import type { TargetColumn } from '../database-adapter.js';
import { shortestFloat } from '../sql/single-floats.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import { quoteIdentifier, quoteTable } from './mysql-sql.js';
import { isSingleFloat, keyOrder, readExpression } from './mysql-types.js';

export const mysqlDialect: SqlDialect = {
  quoteIdentifier,
  quoteTable,
  fromNothing: '',
  limit: (rows, offset = 0) => `LIMIT ${rows}${offset === 0 ? '' : ` OFFSET ${offset}`}`,
  columnName: ({ name }) => quoteIdentifier(name),
  readExpression,
  keyOrder,
  hash: (column) => `SHA2(${column}, 256)`,
  orderText: (column, typeName) =>
    `CONVERT(${readExpression(column, typeName)} USING utf8mb4) COLLATE utf8mb4_bin`,
  finish: withShortFloats,
};

/** Four-byte floats are read with the digits of eight bytes. */
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
