import { quoted } from '../ruleset/near-miss.js';
import type { ColumnRule } from '../ruleset/nodes.js';
import type { ProblemList } from '../ruleset/problem-list.js';
import type { ColumnShape, TableShape } from './table-mask.js';

/** Warns of columns that are named like a masked one but for case, and that no rule masks: easily overlooked. */
export function warnAboutCaseTwins(
  rules: readonly ColumnRule[],
  shape: TableShape,
  problems: ProblemList,
): void {
  const masked = new Set(rules.map((rule) => shape.find(rule.column)));
  const unmasked = new Map<string, ColumnShape[]>();
  for (const column of shape.columns.filter((candidate) => !masked.has(candidate))) {
    const name = column.name.toLowerCase();
    unmasked.set(name, [...(unmasked.get(name) ?? []), column]);
  }
  for (const { column: written, path, at } of rules) {
    const own = shape.find(written)?.name ?? '';
    const name = own.toLowerCase();
    for (const twin of (unmasked.get(name) ?? []).filter((other) => other.name !== own)) {
      const message = `The column ${quoted(twin.name)} differs from this one by case alone, and no rule of this task masks it.`;
      problems.warning('unmasked_twin', message, { path: `${path}.column`, at });
    }
    unmasked.delete(name);
  }
}
