import { areShuffled, areUnique, ignoresValue } from '../ruleset/unique-masks.js';
import { bindChain, checkFirstMask } from './bind-mask.js';
import { compileSkip } from './skip-test.js';
import { kindOf } from '../values/kinds.js';
import { MaskingError } from '../errors.js';
import { textReader, textWriter } from './column-text.js';
import type { BoundMask, RuleBinding } from './bind-mask.js';
import type { ColumnRule, OnOverflow } from '../ruleset/nodes.js';
import type { SkipTest } from './skip-test.js';
import type { Value } from '../values/value.js';
import type { ColumnShape } from './table-mask.js';

/** One rule, compiled: when it applies, whether it leaves a value alone, and what it makes of it. */
export interface CompiledRule {
  /** Do the conditions around the rule hold for the current row? Null: there are none. */
  readonly holds: (() => boolean) | null;
  readonly skips: SkipTest | null;
  readonly apply: BoundMask;
  readonly path: string;
  readonly onOverflow: OnOverflow;
  /** Do its masks keep different values different? */
  readonly isUnique: boolean;
  /** Are the column's values dealt out anew before its masks see them? */
  readonly isShuffled: boolean;
  readonly replacesAll: boolean;
}

export function compileRule(
  rule: ColumnRule,
  binding: RuleBinding,
  holds: CompiledRule['holds'],
): CompiledRule {
  checkFirstMask(rule.masks, binding);
  return {
    holds,
    skips: compileSkip(rule.skip, binding.column, textReader(binding.column.kind)),
    apply: bindChain(rule.masks, binding),
    path: rule.path,
    onOverflow: rule.onOverflow,
    isUnique: areUnique(rule.masks),
    isShuffled: areShuffled(rule.masks),
    replacesAll: replacesAll(rule),
  };
}

/** Does the rule replace every value, whatever that is? */
export function replacesAll({ guards, skip, masks }: ColumnRule): boolean {
  return guards.length === 0 && skip.length === 0 && ignoresValue(masks);
}

/**
 * All rules of one column, in order, as one function of its text: each sees the result of the one before. `given`: what
 * the first sees, which is the original unless values were dealt out. Rules skip by what is given, so that no list that
 * spares one value spares another; only the rule that deals out skips by the original, which decided who takes part.
 * Undefined: no rule applied.
 */
export type ColumnMask = (original: string | null, given: string | null) => string | null | undefined;

/** `cut` is told of each text that was longer than the column, and was cut: once for a value at most. */
export function compileColumn(
  column: ColumnShape,
  rules: readonly CompiledRule[],
  cut: () => void,
): ColumnMask {
  const read = textReader(column.kind);
  const write = columnWriter(column, cut);
  const [only] = rules;
  if (only !== undefined && rules.length === 1 && only.holds === null) {
    const { skips, apply } = only;
    return (original, given) => {
      if (skips?.(original) === true) {
        return undefined;
      }
      const value = given === null ? null : read(given);
      const result = apply(value);
      return result === value ? given : write(result, only);
    };
  }
  return (original, given) => {
    let value: Value = null;
    let result: Value = null;
    let last: CompiledRule | null = null;
    for (const rule of rules) {
      if (rule.holds?.() === false || rule.skips?.(rule.isShuffled ? original : given) === true) {
        continue;
      }
      if (last === null) {
        value = given === null ? null : read(given);
        result = value;
      }
      result = rule.apply(result);
      last = rule;
    }
    if (last === null) {
      return undefined;
    }
    return result === value ? given : write(result, last);
  };
}

/** The same for a column whose rules replace every value: whatever it is given, it looks at none. */
export function compileReplacement(
  column: ColumnShape,
  rules: readonly CompiledRule[],
  cut: () => void,
): ColumnMask {
  const write = columnWriter(column, cut);
  const last = rules.at(-1)!;
  return () => write(last.apply(null), last);
}

/** Text for the driver, or a `MaskingError` where the column cannot hold the value. */
function columnWriter(
  column: ColumnShape,
  cut: () => void,
): (value: Value, rule: CompiledRule) => string | null {
  const write = textWriter(column.kind);
  const { maxLength, name } = column;
  return (value, { path, onOverflow }) => {
    if (value === null) {
      if (!column.nullable) {
        throw new MaskingError(
          'null_not_allowed',
          'the masks give NULL, which the column does not allow',
          path,
          name,
        );
      }
      return null;
    }
    const text = write(value);
    if (text === undefined) {
      const reason = `a ${column.kind} column cannot hold this ${kindOf(value)} value`;
      throw new MaskingError('impossible_cast', reason, path, name);
    }
    if (maxLength !== null && text.length > maxLength && lengthOf(text) > maxLength) {
      if (onOverflow === 'truncate') {
        cut();
        return [...text].slice(0, maxLength).join('');
      }
      const reason =
        `the masked text has ${lengthOf(text)} characters, the column holds ${maxLength}: ` +
        'shorten it by "take_substring", or set "on_overflow: truncate" in the rule';
      throw new MaskingError('too_long', reason, path, name);
    }
    return text;
  };
}

/** In code points, as databases count. */
function lengthOf(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isPair = code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    i += isPair ? 1 : 0;
    length++;
  }
  return length;
}
