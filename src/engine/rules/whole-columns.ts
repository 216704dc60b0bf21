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
  return [...rulesByColumn].flatMap(([column, rules], target) => {
    const dealing = rules.filter(({ isShuffled }) => isShuffled);
    if (dealing.length === 0) {
      return [];
    }
    const position = positionOf(column);
    const pool: ColumnShuffle['pool'] = (row) => {
      frame.enter(row);
      const original = row[position] ?? null;
      const first = dealing.findIndex(
        ({ holds, skips }) => holds?.() !== false && skips?.(original) !== true,
      );
      return first < 0 ? null : first;
    };
    return [{ column: column.name, position, target, pool }];
  });
}
