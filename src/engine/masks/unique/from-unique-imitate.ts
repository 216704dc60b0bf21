import { alsoNamed, boolean, integer, withDefault } from '../parameters.js';
import { defineMask } from '../mask-definition.js';
import { DIGITS, LOWERCASE, UPPERCASE } from './charset.js';
import { LONGEST_RETAINED, SEED } from './unique-parameters.js';
import { uniqueImitator, UNIQUE_KINDS } from './unique-imitator.js';

export const fromUniqueImitate = defineMask({
  name: 'from_unique_imitate',
  family: 'unique',
  role: 'transformer',
  summary: 'Deprecated: as `imitate_unique`, but for one column alone.',
  accepts: UNIQUE_KINDS,
  gives: 'same',
  traits: { unique: true, hashColumns: 'refused', needsTable: true },
  parameters: {
    retain_prefix_length: withDefault(
      integer('How many characters stay at the start.', 0, LONGEST_RETAINED),
      0,
    ),
    retain_suffix_length: withDefault(
      integer('How many characters stay at the end.', 0, LONGEST_RETAINED),
      0,
    ),
    skip_digits: withDefault(boolean('Digits stay.'), false),
    uppercase: withDefault(boolean('Replace A to Z.'), true),
    lowercase: withDefault(boolean('Replace a to z.'), true),
    digits: withDefault(boolean('Replace 0 to 9.'), true),
    preserve_leading_zeros: alsoNamed(
      withDefault(boolean('Zeros in front of a text of digits stay, and no others come about.'), false),
      ['retain_leading_zeros'],
    ),
    seed: SEED,
  },
  example: 'type: from_unique_imitate\nretain_prefix_length: 2',
  choices: [
    'One engine with `imitate_unique`; the retained ends are a part of the shape.',
    'The digits of whole-number columns always change as numbers do, so that the number keeps its width.',
  ],
  check(params, report) {
    report.warning('deprecated_mask', 'The mask "from_unique_imitate" is deprecated: use "imitate_unique".');
    if (!params.uppercase && !params.lowercase && (!params.digits || params.skip_digits)) {
      report.error('no_effect', 'With all three sets switched off nothing is masked.');
    }
  },
  compile(params, context) {
    const sets = [
      [params.uppercase, UPPERCASE],
      [params.lowercase, LOWERCASE],
      [params.digits && !params.skip_digits, DIGITS],
    ] as const;
    return uniqueImitator(
      {
        label: `from_unique_imitate/${params.seed ?? ''}`,
        charsets: sets.flatMap(([enabled, set]) => (enabled ? [set] : [])),
        retained: { prefix: params.retain_prefix_length, suffix: params.retain_suffix_length },
        numbersInText: params.preserve_leading_zeros,
      },
      context,
    );
  },
});
