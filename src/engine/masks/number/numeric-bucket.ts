import { boolean, optional, required, withDefault } from '../parameters.js';
import { commonStep, drawStep } from './draw-step.js';
import { defineMask } from '../mask-definition.js';
import { number, numberList } from '../number-parameters.js';
import { NUMBER_KINDS, numberInput } from './number-input.js';
import { plainNumber, toScaled } from '../../values/numbers.js';
import type { ExactNumber } from '../../values/numbers.js';
import type { NumberInput } from './number-input.js';
import type { SteppedRange } from './draw-step.js';

const ONE: ExactNumber = { digits: 1n, scale: 0 };

export const numericBucket = defineMask({
  name: 'numeric_bucket',
  family: 'number',
  role: 'transformer',
  summary: 'Draws another number from the same bucket, so that the distribution over the buckets stays.',
  accepts: NUMBER_KINDS,
  gives: 'same',
  parameters: {
    buckets: required(numberList('Lower bound of each bucket, in ascending order.')),
    force_change: withDefault(boolean('The result must differ from the number that came in.'), false),
    scale_to: optional(number('Results are multiples of this; any number of as many decimals when absent.')),
  },
  example: 'type: numeric_bucket\nbuckets: [0, 18, 30, 45, 65]',
  choices: [
    'A bucket reaches from its bound up to, and without, the next one.',
    'A number below the first bound is an error.',
    'The last bucket is as wide as the one before it, or reaches up to the number that came in, whichever is more; a single bucket is as wide as its bound, at least 1.',
    'A number keeps its count of decimals, and text stays text with its zeros in front.',
    'Without scale_to results are whole numbers for whole numbers, and have as many decimals as the number that came in.',
    'No result is beyond what the column holds.',
    'NULL, empty text, NaN and infinities stay.',
  ],
  check(params, report) {
    const { buckets, scale_to: scaleTo } = params;
    if (buckets.some((bound, index) => index > 0 && compare(buckets[index - 1]!, bound) >= 0)) {
      report.error('bad_range', 'The bounds must ascend, each above the one before.', 'buckets');
    }
    if (scaleTo !== null && scaleTo.digits <= 0n) {
      report.error('bad_value', '"scale_to" must be above 0.', 'scale_to');
    }
  },
  randomness: (params) => ({
    domain: {
      ...params,
      buckets: params.buckets.map(plainNumber),
      scale_to: params.scale_to === null ? null : plainNumber(params.scale_to),
    },
  }),
  compile(params, context) {
    const read = numberInput(context);
    const ends = [...params.buckets.slice(1), endOfLast(params.buckets)];
    return (value, draws) => {
      const input = read(value);
      if (input === null) {
        return value;
      }
      const index = params.buckets.findLastIndex((bound) => compare(bound, input) <= 0);
      const [start, end] = [params.buckets[index], ends[index]];
      if (start === undefined || end === undefined) {
        return context.fail('out_of_range', 'the number is below the first bucket');
      }
      const isLast = index === ends.length - 1;
      const range = rangeOf({ start, end, isLast, scaleTo: params.scale_to }, input);
      const unit = 10n ** BigInt(range.scale - input.scale);
      const drawn = drawStep(range, params.force_change ? input.digits * unit : null, draws);
      return drawn === null
        ? context.fail('cannot_change', 'the bucket of this number holds no other that could be drawn')
        : input.write(drawn / unit);
    };
  },
});

interface Bucket {
  readonly start: ExactNumber;
  readonly end: ExactNumber;
  readonly isLast: boolean;
  readonly scaleTo: ExactNumber | null;
}

/** The bucket in units of 10^−scale, its step such that every result has the input's count of decimals. */
function rangeOf(bucket: Bucket, input: NumberInput): SteppedRange & { readonly scale: number } {
  const { start, end, isLast, scaleTo } = bucket;
  const { limit } = input;
  const scale = Math.max(input.scale, scaleTo?.scale ?? 0);
  const own = 10n ** BigInt(scale - input.scale);
  const step = scaleTo === null ? own : commonStep(toScaled(scaleTo, scale, false), own);
  const below = toScaled(end, scale, true) - 1n;
  const value = toScaled(input, scale, false);
  const max = isLast && value > below ? value : below;
  const most = limit === null ? max : toScaled(limit, scale, false);
  return { min: toScaled(start, scale, true), max: max < most ? max : most, step, scale };
}

/** First number behind the last bucket. */
function endOfLast(bounds: readonly ExactNumber[]): ExactNumber {
  const last = bounds[bounds.length - 1]!;
  const before = bounds[bounds.length - 2];
  if (before !== undefined) {
    const scale = Math.max(last.scale, before.scale);
    return { digits: 2n * toScaled(last, scale, false) - toScaled(before, scale, false), scale };
  }
  const size: ExactNumber = last.digits < 0n ? { ...last, digits: -last.digits } : last;
  const width = compare(size, ONE) < 0 ? ONE : size;
  return {
    digits: toScaled(last, last.scale, false) + toScaled(width, last.scale, false),
    scale: last.scale,
  };
}

function compare(a: ExactNumber, b: ExactNumber): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = toScaled(a, scale, false) - toScaled(b, scale, false);
  return difference < 0n ? -1 : Number(difference > 0n);
}
