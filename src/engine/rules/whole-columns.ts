import type { CompiledRule } from './compile-rule.js';
import type { RowFrame } from './row-frame.js';
import type { ColumnShape, ColumnShuffle } from './table-mask.js';

type RulesByColumn = ReadonlyMap<ColumnShape, readonly CompiledRule[]>;

/** Columns none of whose rules gives two values one result. */
export function uniqueColumns(rulesByColumn: RulesByColumn): readonly string[] {
  return [...rulesByColumn].flatMap(([column, rules]) =>
    rules.every(({ isUnique }) => isUnique) ? [column.name] : [],
  );
}

/** What the caller must know to deal the values of columns out anew. */
export function shuffles(
  rulesByColumn: RulesByColumn,
  frame: RowFrame,
  positionOf: (column: ColumnShape) => number,
): readonly ColumnShuffle[] {
  return [...rulesByColumn].flatMap(([column, rules]) =>
    rules
      .filter(({ isShuffled }) => isShuffled)
      .map(({ holds, skips }) => {
        const position = positionOf(column);
        const takesPart: ColumnShuffle['takesPart'] = (row) => {
          frame.enter(row);
          return holds?.() !== false && skips?.(row[position] ?? null) !== true;
        };
        return { column: column.name, position, takesPart };
      }),
  );
}
