/** How a column's values are to be understood. */
export type SampleKind = 'text' | 'number' | 'temporal' | 'other';

/** The values of one column that were looked at. */
export interface ValueSample {
  readonly kind: SampleKind;
  /** Values that say something: neither NULL nor empty nor a word for nothing. */
  readonly count: number;
  /** Some of the different values, and how often each occurs. */
  readonly probe: readonly ProbedValue[];
  /** How many values the probe stands for. */
  readonly probed: number;
}

export interface ProbedValue {
  readonly text: string;
  readonly times: number;
}

/** More different values than these tell nothing new. */
const MOST_PROBED = 200;
/** What stands behind is not looked at: values may be as large as a disk. */
export const LONGEST_VALUE = 4096;
const NOTHING = new Set([
  'n/a',
  'na',
  'none',
  'null',
  'unknown',
  '-',
  '--',
  '.',
  '?',
  'nil',
  'tbd',
  'tba',
  'xxx',
]);

/** Counts what was read; `values` are texts as the database writes them. */
export function sampleOf(values: Iterable<string | null>, kind: SampleKind): ValueSample {
  const counts = new Map<string, number>();
  let count = 0;
  for (const value of values) {
    const text = value === null ? '' : value.slice(0, LONGEST_VALUE).trim();
    if (text === '' || NOTHING.has(text.toLowerCase())) {
      continue;
    }
    count++;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const probe = spread([...counts], MOST_PROBED).map(([text, times]) => ({ text, times }));
  return { kind, count, probe, probed: total(probe) };
}

/** Percent of the probed values that pass, by how often they occur. */
export function shareOf(probe: readonly ProbedValue[], test: (text: string) => boolean): number {
  const all = total(probe);
  return all === 0 ? 0 : (100 * total(probe.filter(({ text }) => test(text)))) / all;
}

/** Up to so many items, from all over the list. */
export function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) {
    return items;
  }
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)]!);
}

function total(probe: readonly ProbedValue[]): number {
  return probe.reduce((sum, { times }) => sum + times, 0);
}
