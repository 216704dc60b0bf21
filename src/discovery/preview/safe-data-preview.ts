import type { LookedAtColumn } from '../../engine/index.js';
import { numberStatistics, temporalStatistics } from './number-statistics.js';
import type { PreviewOptions } from './preview-options.js';
import { textStatistics } from './text-statistics.js';

/** Numbers about values, in the wire's spelling; none of them stands for few values. */
export type SafeDataPreview = Readonly<Record<string, unknown>>;

type PreviewKind = 'string' | 'numeric' | 'temporal' | 'boolean' | 'unsupported';

const KINDS: Readonly<Partial<Record<LookedAtColumn['kind'], PreviewKind>>> = {
  ...{ text: 'string', integer: 'numeric', decimal: 'numeric', float: 'numeric' },
  ...{ date: 'temporal', datetime: 'temporal', boolean: 'boolean' },
};

/** Is there anything to tell of columns of this kind? */
export function isPreviewed(kind: LookedAtColumn['kind']): boolean {
  return KINDS[kind] !== undefined;
}

/** `values`: as texts, null for nulls. */
export function safeDataPreview(
  values: readonly (string | null)[],
  columnKind: LookedAtColumn['kind'],
  options: PreviewOptions,
): SafeDataPreview {
  const kind = KINDS[columnKind] ?? 'unsupported';
  const told = values.filter((value) => value !== null);
  const distinct = new Set(told).size;
  return {
    kind,
    statistics_common: {
      count_row: values.length,
      count_null: values.length - told.length,
      // One value that many rows have in common would tell of all of them.
      count_distinct: distinct >= options.minGroupSize ? distinct : null,
    },
    statistics_kind: statisticsOf(kind, told, options),
  };
}

function statisticsOf(
  kind: PreviewKind,
  told: readonly string[],
  options: PreviewOptions,
): Readonly<Record<string, unknown>> {
  switch (kind) {
    case 'string':
      return textStatistics(told, options);
    case 'numeric':
      return numberStatistics(told, options);
    case 'temporal':
      return temporalStatistics(told, options);
    case 'boolean':
      return booleanStatistics(told, options);
    case 'unsupported':
      return { reason: 'Nothing is told of values of this type.' };
  }
}

/** Both or none: one of them would give the other away. */
function booleanStatistics(
  told: readonly string[],
  { minGroupSize }: PreviewOptions,
): Readonly<Record<string, unknown>> {
  const yes = told.filter((value) => /^(?:t|true|1|yes|y)$/i.test(value)).length;
  const no = told.length - yes;
  const isSafe = [yes, no].every((count) => count === 0 || count >= minGroupSize);
  return { count_true: isSafe ? yes : null, count_false: isSafe ? no : null };
}
