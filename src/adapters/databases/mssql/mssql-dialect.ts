import type { RowText } from '../../../engine/index.js';
import type { TargetColumn } from '../database-adapter.js';
import { shortestFloat } from '../sql/single-floats.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import { quoteIdentifier, quoteTable } from './mssql-sql.js';
import { isFloat, isSingleFloat, keyOrder, readExpression } from './mssql-types.js';

export const mssqlDialect: SqlDialect = {
  quoteIdentifier,
  quoteTable,
  fromNothing: '',
  limit: (rows, offset = 0) => `OFFSET ${offset} ROWS FETCH NEXT ${rows} ROWS ONLY`,
  columnName: ({ name }) => quoteIdentifier(name),
  readExpression,
  keyOrder,
  hash: (column) => `HASHBYTES('SHA2_256', CONVERT(nvarchar(max), ${column}))`,
  orderText: (column, typeName) => `${readExpression(column, typeName)} COLLATE Latin1_General_100_BIN2`,
  finish,
};

/** The server writes floats with an exponent and all digits; the shortest text of the same number is kept. */
function finish(columns: readonly TargetColumn[], rows: readonly RowText[]): readonly RowText[] {
  if (!columns.some(({ typeName }) => isFloat(typeName))) {
    return rows;
  }
  return rows.map((row) =>
    row.map((text, place) => (text === null ? null : shortened(text, columns[place]?.typeName ?? ''))),
  );
}

function shortened(text: string, typeName: string): string {
  if (isSingleFloat(typeName)) {
    return shortestFloat(text);
  }
  return isFloat(typeName) ? String(Number(text)) : text;
}
