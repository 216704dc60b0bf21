import type { KeyRange, TableName, TargetColumn } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import { quoteIdentifier, quoteTable } from './mysql-sql.js';
import { keyOrder } from './mysql-types.js';

type Comparison = '>' | '>=' | '<=';

/** What the rows are ordered by. */
export function keyExpressions(table: TableName, key: readonly TargetColumn[]): readonly string[] {
  return key.map(({ name, typeName }) =>
    keyOrder(typeName).expression(`${quoteTable(table)}.${quoteIdentifier(name)}`),
  );
}

/** Conditions of a range, for `AND`. */
export function keyBounds(
  table: TableName,
  key: readonly TargetColumn[],
  range: KeyRange,
): readonly string[] {
  const expressions = keyExpressions(table, key);
  return [
    ...(range.after === null ? [] : [compare(expressions, '>', literals(key, range.after))]),
    ...(range.upTo === null ? [] : [compare(expressions, '<=', literals(key, range.upTo))]),
  ];
}

/** The stretch from one row to another, both included. */
export function keyStretch(
  expressions: readonly string[],
  key: readonly TargetColumn[],
  [first, last]: readonly [RowText, RowText],
): string {
  return `${compare(expressions, '>=', literals(key, first))} AND ${compare(expressions, '<=', literals(key, last))}`;
}

function literals(key: readonly TargetColumn[], row: RowText): readonly string[] {
  return key.map(({ typeName }, place) => keyOrder(typeName).literal(row[place] ?? ''));
}

/** Spelled out column by column: only so the servers use the key's index. */
function compare(expressions: readonly string[], comparison: Comparison, bounds: readonly string[]): string {
  const strict = comparison === '<=' ? '<' : '>';
  return expressions.reduceRight((rest, expression, place) => {
    const bound = bounds[place] ?? 'NULL';
    return rest === ''
      ? `${expression} ${comparison} ${bound}`
      : `(${expression} ${strict} ${bound} OR (${expression} = ${bound} AND ${rest}))`;
  }, '');
}
