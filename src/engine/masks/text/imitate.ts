import { defineMask, TEXT_KINDS } from '../mask-definition.js';
import { boolean, withDefault } from '../parameters.js';
import { kindOf } from '../../values/kinds.js';
import { numberImitator } from './imitate-number.js';
import { temporalImitator } from './imitate-temporal.js';
import { textImitator } from './imitate-text.js';
import { uuidImitator, UUID } from './imitate-uuid-shape.js';
import type { MaskCompileContext } from '../mask-definition.js';

export const imitate = defineMask({
  name: 'imitate',
  family: 'text',
  role: 'transformer',
  summary:
    'Replaces each letter by a random letter of its case and each digit by a random digit; keeps the rest.',
  accepts: TEXT_KINDS,
  gives: 'same',
  parameters: {
    force_change: withDefault(boolean('Every replaced character must differ from the original.'), false),
    uppercase: withDefault(boolean('Replace A to Z.'), true),
    lowercase: withDefault(boolean('Replace a to z.'), true),
    digits: withDefault(boolean('Replace 0 to 9.'), true),
  },
  example: 'type: imitate\nforce_change: true',
  choices: [
    'A whole number keeps its first digit apart from zero, and so its width.',
    'Numbers, dates and booleans are taken, too: a date becomes a real date, a boolean a random one.',
    'Two values under equal hash values have the same draws place by place, but each draw stands for a character of its own, never for a distance.',
  ],
  check(params, report) {
    if (!params.uppercase && !params.lowercase && !params.digits) {
      report.warning('no_effect', 'With all three sets switched off nothing is masked.');
    }
  },
  randomness: (params) => ({ domain: params }),
  compile(params, context) {
    warnAboutColumn(context);
    const options = {
      upper: params.uppercase,
      lower: params.lowercase,
      digits: params.digits,
      forceChange: params.force_change,
    };
    const ofText = textImitator(options);
    const ofUuid = context.column.kind === 'other' ? uuidImitator(options) : null;
    const ofNumber = numberImitator(options, context);
    const ofTemporal = temporalImitator(options, context);
    return (value, draws) => {
      switch (typeof value) {
        case 'string':
          return ofUuid !== null && UUID.test(value) ? ofUuid(value, draws) : ofText(value, draws);
        case 'bigint':
        case 'number':
          return ofNumber(value, draws);
        case 'boolean':
          return draws.below(2) === 1;
        default:
          break;
      }
      if (value === null) {
        return null;
      }
      if (value instanceof Uint8Array || value.kind === 'json') {
        return context.fail('unsupported_kind', `${kindOf(value)} cannot be imitated`);
      }
      return value.kind === 'decimal' ? ofNumber(value, draws) : ofTemporal(value, draws);
    };
  },
});

/** Generated rulesets use `imitate` everywhere: it works on such columns, but there are better masks. */
function warnAboutColumn(context: MaskCompileContext): void {
  const better: Partial<Record<string, string>> = {
    boolean: 'from_random_boolean',
    date: 'retain_year',
    datetime: 'retain_year',
  };
  const name = better[context.column.kind];
  if (name !== undefined) {
    const message = `"imitate" on a ${context.column.kind} column draws any value; "${name}" fits better.`;
    context.warning('unfit_mask', message);
  }
}
