import type { RowText } from '../../../engine/index.js';
import type { KeyRange, TableName, TargetColumn } from '../database-adapter.js';
import type { SqlDialect } from './sql-dialect.js';
import { columnOf } from './sql-dialect.js';

type Comparison = '>' | '>=' | '<=';

/** What the rows are ordered by. */
export function keyExpressions(
  dialect: SqlDialect,
  table: TableName,
  key: readonly TargetColumn[],
): readonly string[] {
  return key.map((column) => dialect.keyOrder(column.typeName).expression(columnOf(dialect, table, column)));
}

/** Conditions of a range, for `AND`. */
export function keyBounds(
  dialect: SqlDialect,
  { table, key }: { readonly table: TableName; readonly key: readonly TargetColumn[] },
  range: KeyRange,
): readonly string[] {
  const expressions = keyExpressions(dialect, table, key);
  return [
    ...(range.after === null ? [] : [compare(expressions, '>', literals(dialect, key, range.after))]),
    ...(range.upTo === null ? [] : [compare(expressions, '<=', literals(dialect, key, range.upTo))]),
  ];
}

/** The stretch from one row to another, both included. */
export function keyStretch(
  dialect: SqlDialect,
  { expressions, key }: { readonly expressions: readonly string[]; readonly key: readonly TargetColumn[] },
  [first, last]: readonly [RowText, RowText],
): string {
  const [from, to] = [first, last].map((row) => literals(dialect, key, row));
  return `${compare(expressions, '>=', from ?? [])} AND ${compare(expressions, '<=', to ?? [])}`;
}

function literals(dialect: SqlDialect, key: readonly TargetColumn[], row: RowText): readonly string[] {
  return key.map(({ typeName }, place) => dialect.keyOrder(typeName).literal(row[place] ?? ''));
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
