import { defineMask } from '../mask-definition.js';
import { countryOf, drawNumber, inPlace, readNumber } from './phone-number.js';
import { integer, oneOf, optional, text, withDefault } from '../parameters.js';
import { textImitator } from './imitate-text.js';
import { textInput } from '../text-input.js';

export const phone = defineMask({
  name: 'phone',
  family: 'text',
  role: 'transformer',
  summary:
    'Replaces a telephone number by a valid one of the same country and type, written alike (extension).',
  accepts: ['null', 'text', 'integer'],
  gives: 'text',
  parameters: {
    default_country: optional(text('Country of numbers without a country code: two letters, such as NZ.')),
    retain_prefix_length: withDefault(integer('So many first digits of the national number stay.', 0, 10), 0),
    on_invalid: withDefault(
      oneOf('What happens to what is no valid number: its digits are replaced, or it fails.', [
        'imitate',
        'error',
      ]),
      'imitate',
    ),
  },
  example: 'type: phone\ndefault_country: NZ',
  choices: [
    'Country code, spaces, brackets and hyphens stay; a number that is written in some other way comes out in international form, or in national form when it had no country code.',
    'All digits after the retained ones are drawn; where a few tries find no valid number of the type, one digit more stays, and so on.',
    'Digits of an extension are drawn too. Valid numbers may belong to somebody.',
  ],
  check({ default_country: country }, report) {
    if (country !== null && countryOf(country) === null) {
      report.error(
        'bad_value',
        'The country must be its two capital letters, such as NZ.',
        'default_country',
      );
    }
  },
  randomness: (params) => ({ domain: params }),
  compile(params, context) {
    const read = textInput(context);
    const { default_country: written, retain_prefix_length: keep, on_invalid: onInvalid } = params;
    const country = written === null ? null : countryOf(written);
    const imitate = textImitator({ upper: false, lower: false, digits: true, forceChange: false });
    return (value, draws) => {
      const original = read(value);
      if (original === null || original === '') {
        return value;
      }
      const known = readNumber(original, country);
      const drawn = known === null ? null : drawNumber(known.number, keep, draws);
      if (known === null || drawn === null) {
        return onInvalid === 'imitate'
          ? imitate(original, draws)
          : context.fail('unsupported_value', 'this is no valid telephone number');
      }
      const result = inPlace(original, known, drawn, draws);
      return result ?? (original.trim().startsWith('+') ? drawn.number : drawn.formatNational());
    };
  },
});
