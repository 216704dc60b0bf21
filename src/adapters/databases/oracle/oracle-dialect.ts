import type { RowText } from '../../../engine/index.js';
import type { TargetColumn } from '../database-adapter.js';
import { shortestFloat } from '../sql/single-floats.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import { quoteIdentifier, quoteTable } from './oracle-sql.js';
import { isNumber, isSingleFloat, keyOrder, readExpression } from './oracle-types.js';

export const oracleDialect: SqlDialect = {
  quoteIdentifier,
  quoteTable,
  fromNothing: ' FROM dual',
  limit: (rows, offset = 0) => `OFFSET ${offset} ROWS FETCH NEXT ${rows} ROWS ONLY`,
  columnName: ({ name, rowAddress }) => (rowAddress === true ? 'ROWID' : quoteIdentifier(name)),
  readExpression,
  keyOrder,
  hash: (column) => `STANDARD_HASH(${column}, 'SHA256')`,
  orderText: (column, typeName) => `TO_CHAR(${readExpression(column, typeName)})`,
  finish,
};

/** The server leaves out the zero before a point, and floats of four bytes are read with the digits of eight. */
function finish(columns: readonly TargetColumn[], rows: readonly RowText[]): readonly RowText[] {
  const isTouched = columns.map(({ typeName }) => isNumber(typeName) || isSingleFloat(typeName));
  if (!isTouched.includes(true)) {
    return rows;
  }
  return rows.map((row) =>
    row.map((text, place) =>
      text === null || isTouched[place] !== true ? text : touched(text, columns[place]?.typeName ?? ''),
    ),
  );
}

function touched(text: string, typeName: string): string {
  return isSingleFloat(typeName) ? shortestFloat(text) : text.replace(/^(-?)\./, '$10.');
}
