import { shareOf, spread } from './sample.js';
import type { SampleKind, ValueSample } from './sample.js';
import type { DetectionWords } from './detection-words.js';

/** What a detector may ask besides the values. */
export interface ValueContext {
  /** The words of the column's name. */
  readonly nameParts: ReadonlySet<string>;
  /** The words of the table's name. */
  readonly tableParts: ReadonlySet<string>;
  readonly words: DetectionWords;
  /** The present, for what is plausible. */
  readonly nowMs: number;
}

/** Tells one kind of sensitive data by the values of a column. */
export interface ValueDetector {
  readonly label: string;
  readonly kinds: readonly SampleKind[];
  /** Percent of the values that must pass, at least. */
  readonly least: number;
  /** Different values that must pass, at least: fewer could do so by chance. Absent: 1. */
  readonly leastValues?: number;
  /** Is one value that stands in many rows as good as many different ones? */
  readonly countsRepeats?: boolean;
  /** How sure it is when all values pass, from 0 to 1. */
  readonly score: number;
  /** Words of which the column's or its table's name must have one; absent: none needed. */
  readonly needs?: ReadonlySet<string>;
  /** Words of the column's name that speak against it. */
  readonly unless?: ReadonlySet<string>;
  /** Percent of the values that pass. */
  share(sample: ValueSample, context: ValueContext): number;
}

type ByValue = Omit<ValueDetector, 'share'> & {
  /** Values that are tested, where a test costs much. */
  readonly most?: number;
  readonly test: (text: string, context: ValueContext) => boolean;
};

/** A detector that looks at each value for itself. */
export function byValue({ test, most = Infinity, ...facts }: ByValue): ValueDetector {
  const { leastValues = 1, countsRepeats = false } = facts;
  return {
    ...facts,
    share: ({ probe }, context) => {
      const looked = spread(probe, most);
      const passing = looked.filter(({ text }) => test(text, context));
      const count = passing.reduce((sum, { times }) => sum + (countsRepeats ? times : 1), 0);
      if (count < leastValues) {
        return 0;
      }
      const passed = new Set(passing.map(({ text }) => text));
      return shareOf(looked, (text) => passed.has(text));
    },
  };
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
