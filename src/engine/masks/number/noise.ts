import { boolean, integer, optional, withDefault } from '../parameters.js';
import { DATE_KINDS, DATE_TEXT_CHOICES, DATE_TEXT_PARAMETERS } from '../date/temporal-input.js';
import { dateNoise } from './date-noise.js';
import { defineMask } from '../mask-definition.js';
import { drawStep } from './draw-step.js';
import { NUMBER_KINDS, numberInput } from './number-input.js';
import { number } from '../number-parameters.js';
import { plainNumber, toScaled } from '../../values/numbers.js';
import type { ExactNumber } from '../../values/numbers.js';
import type { MaskCompileContext, MaskFunction } from '../mask-definition.js';
import type { NumberInput } from './number-input.js';
import type { SteppedRange } from './draw-step.js';

const MOST_DAYS = 20_000;

export const noise = defineMask({
  name: 'noise',
  family: 'number',
  role: 'transformer',
  summary: 'Moves a number or a date by a little, so that sums and trends stay about the same (extension).',
  accepts: [...new Set([...NUMBER_KINDS, ...DATE_KINDS])],
  gives: 'same',
  parameters: {
    ratio: optional(number('Numbers: greatest change as a part of the number; 0.1 is a tenth.')),
    range: optional(number('Numbers: greatest change.')),
    days: optional(integer('Dates: greatest change in days.', 1, MOST_DAYS)),
    force_change: withDefault(boolean('The result must differ.'), false),
    ...DATE_TEXT_PARAMETERS,
  },
  example: 'type: noise\nratio: 0.1',
  choices: [
    'Exactly one of ratio, range and days is given; ratio and range are for numbers and the text of numbers, days for dates and the text of dates.',
    'Every number with as many decimals as the one that came in is equally likely. The greatest change is at least one unit of the last decimal.',
    'A ratio does not change the sign: positive numbers stay at 0 or above, negative ones at 0 or below, and 0 stays.',
    'No result is beyond what the column holds. NaN and infinities stay.',
    'A date moves by whole days; a moment by whole seconds, and its fraction is drawn with as many digits, unless it is all zeros.',
    ...DATE_TEXT_CHOICES,
  ],
  check({ ratio, range, days }, report) {
    if ([ratio, range, days].filter((given) => given !== null).length !== 1) {
      report.error('bad_value', 'Exactly one of "ratio", "range" and "days" must be given.');
    }
    for (const [name, given] of Object.entries({ ratio, range })) {
      if (given !== null && given.digits <= 0n) {
        report.error('out_of_range', `"${name}" must be above 0.`, name);
      }
    }
  },
  randomness: (params) => ({
    domain: {
      ratio: params.ratio === null ? null : plainNumber(params.ratio),
      range: params.range === null ? null : plainNumber(params.range),
      days: params.days,
      force_change: params.force_change,
    },
  }),
  compile(params, context) {
    return params.days === null
      ? numberNoise(params.ratio, params.range, { forceChange: params.force_change, context })
      : dateNoise(params.days, params, context);
  },
});

interface NoiseBinding {
  readonly forceChange: boolean;
  readonly context: MaskCompileContext;
}

function numberNoise(
  ratio: ExactNumber | null,
  range: ExactNumber | null,
  { forceChange, context }: NoiseBinding,
): MaskFunction {
  const read = numberInput(context);
  return (value, draws) => {
    const input = read(value);
    if (input === null) {
      return value;
    }
    const around =
      ratio === null
        ? aroundBy(toScaled(range ?? ONE, input.scale, false), input)
        : ratioAround(ratio, input);
    const drawn = drawStep(around, forceChange ? input.digits : null, draws);
    return drawn === null
      ? context.fail('cannot_change', 'there is no other number that the noise could give')
      : input.write(drawn);
  };
}

const ONE: ExactNumber = { digits: 1n, scale: 0 };

function aroundBy(distance: bigint, { digits, scale, limit }: NumberInput): SteppedRange {
  const most = distance < 1n ? 1n : distance;
  const greatest = limit === null ? null : toScaled(limit, scale, false);
  return {
    min: greatest !== null && digits - most < -greatest ? -greatest : digits - most,
    max: greatest !== null && digits + most > greatest ? greatest : digits + most,
    step: 1n,
  };
}

function ratioAround(ratio: ExactNumber, input: NumberInput): SteppedRange {
  const { digits } = input;
  if (digits === 0n) {
    return { min: 0n, max: 0n, step: 1n };
  }
  const size = digits < 0n ? -digits : digits;
  const around = aroundBy((size * ratio.digits) / 10n ** BigInt(ratio.scale), input);
  return {
    min: digits > 0n && around.min < 0n ? 0n : around.min,
    max: digits < 0n && around.max > 0n ? 0n : around.max,
    step: 1n,
  };
}
