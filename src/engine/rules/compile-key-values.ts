import { checkUniqueCapacity } from '../ruleset/unique-masks.js';
import { compileTableMask } from './compile-table-mask.js';
import { parseFormat } from '../masks/format-parser.js';
import type { ColumnRule, MaskTableTask, MaskUniqueKeyTask } from '../ruleset/nodes.js';
import type { CompiledTableMask, MaskingContext, RowText, TableShape } from './table-mask.js';
import type { Problem } from '../ruleset/problem.js';

/** Gives the new texts of one key, by its old ones or by its number among all. Throws `MaskingError`. */
export type KeyValueMask = (olds: RowText, ordinal: number) => RowText;

export interface KeyValuesResult {
  /** Null when any problem is an error. */
  readonly mask: KeyValueMask | null;
  readonly problems: readonly Problem[];
}

/** The live table that owns the key. */
export interface KeyOwner {
  /** As written. */
  readonly table: string;
  readonly shape: TableShape;
}

/** More steps than chance can ask for, unless the skip list has nearly all values of a shape. */
const LONGEST_WALK = 10_000;

/**
 * Compiles a rule for the values of a key, apart from the rows that hold them: `keyMaskKind` says which rules can be.
 * Skipped values stay, and no other value becomes one of them.
 */
export function compileKeyRule(
  rule: ColumnRule,
  owner: KeyOwner,
  context: MaskingContext,
  values: number,
): KeyValuesResult {
  const bare = { ...rule, guards: [], hashColumns: [], skip: [] };
  const plain = compileValues([bare], owner, context, values);
  if (plain.mask === null || rule.skip.length === 0) {
    return plain;
  }
  const testing = compileTableMask(taskOf([{ ...bare, skip: rule.skip }], owner), owner.shape, {
    ...context,
    rowOrdinals: { current: () => 0 },
  });
  const skips = testing.mask;
  return skips === null
    ? { mask: null, problems: testing.problems }
    : { ...plain, mask: walkAround(plain.mask, skips) };
}

/** Compiles a `mask_unique_key` task: the columns get texts of their formats by the number of the key. */
export function compileUniqueKey(
  task: MaskUniqueKeyTask,
  owner: KeyOwner,
  context: MaskingContext,
  values: number,
): KeyValuesResult {
  const { at, path } = task;
  const rules = task.targetKey.map(({ column, format }): ColumnRule => {
    const params = { format: parseFormat(format ?? `{!int, 1:${Math.max(1, values)}}`) };
    const place = { path: `task ${path}`, at };
    return {
      ...{ ...place, column, hashColumns: [], skip: [], guards: [] },
      onOverflow: 'error',
      masks: [{ ...place, maskName: 'from_unique', params }],
    };
  });
  return compileValues(rules, owner, context, values);
}

function compileValues(
  rules: readonly ColumnRule[],
  owner: KeyOwner,
  context: MaskingContext,
  values: number,
): KeyValuesResult {
  const task = taskOf(rules, owner);
  let current = 0;
  const rowOrdinals = { current: () => current };
  const { mask, problems } = compileTableMask(task, owner.shape, { ...context, rowOrdinals });
  const tooSmall = checkUniqueCapacity(task, values);
  if (mask === null || tooSmall.length > 0) {
    return { mask: null, problems: [...problems, ...tooSmall] };
  }
  return {
    problems,
    mask: (olds, ordinal) => {
      current = ordinal;
      const news = [...olds];
      mask.maskRow(olds, news);
      return news;
    },
  };
}

/** No key, no condition: the values are all that is read. */
function taskOf(rules: readonly ColumnRule[], { table }: KeyOwner): MaskTableTask {
  const [first] = rules;
  return {
    ...{ kind: 'mask_table', path: first?.path ?? '', at: first?.at ?? { line: 0, column: 0 }, table },
    ...{ key: [], where: null, joins: [], workers: null, rules },
  };
}

/** Repeated until it leads out of the skipped values, a permutation of all values is one of the others. */
function walkAround(plain: KeyValueMask, skips: CompiledTableMask): KeyValueMask {
  const out: (string | null)[] = [null];
  return (olds, ordinal) => {
    if (!skips.maskRow(olds, out)) {
      return olds;
    }
    let news = plain(olds, ordinal);
    for (let step = 0; !skips.maskRow(news, out); step += 1) {
      if (step > LONGEST_WALK) {
        return olds;
      }
      news = plain(news, ordinal);
    }
    return news;
  };
}
