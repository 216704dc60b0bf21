import { alsoNamed, optional } from '../parameters.js';
import { charsetList, DEFAULT_CHARSETS } from './charset.js';
import { defineMask } from '../mask-definition.js';
import { RETAINED, SEED } from './unique-parameters.js';
import { uniqueImitator, UNIQUE_KINDS } from './unique-imitator.js';

export const imitateUnique = defineMask({
  name: 'imitate_unique',
  family: 'unique',
  role: 'transformer',
  summary:
    'Replaces each value by another of its shape, never two values by one: for keys, numbers and codes.',
  accepts: UNIQUE_KINDS,
  gives: 'same',
  traits: { unique: true, cascades: true, hashColumns: 'ignored' },
  parameters: {
    seed: SEED,
    charsets: alsoNamed(
      optional(
        charsetList('Groups of characters that take one another’s places; A-Z, a-z and 0-9 when absent.'),
      ),
      ['charset_groups', 'charset', 'character_sets', 'character_groups'],
    ),
    ...RETAINED,
  },
  example: 'type: imitate_unique\nseed: member',
  choices: [
    'Equal values give equal results in every column of a run, whatever the hash columns; a value may map to itself.',
    'The groups are given by `charsets`, as texts of characters and ranges; no character is in two groups.',
    'Everything that stays, and the place of everything that changes, is the shape; shapes are permuted apart.',
    'Letters keep their case, and texts that differ only in case stay so: keys match where case is ignored and where not.',
    'Whole numbers, also in text columns, keep their sign, their digits’ number, zeros in front, and the range of 16, 32 and 64 bit columns: a key and a text that refers to it agree. 0 is one of 0 to 9.',
    'Blanks at the end are padding: they stay and are no part of the shape.',
    'Retained characters count zeros in front of a number, but no sign.',
    'Case is all that is allowed for: where the database also ignores accents, texts with accented letters may meet.',
    'Decimal columns are taken where the value is whole.',
    'A UUID in a column of that type changes within 0-9 and a-f; `imitate_uuid` hides more.',
  ],
  compile(params, context) {
    return uniqueImitator(
      {
        label: `imitate_unique/${params.seed ?? ''}`,
        charsets: params.charsets ?? DEFAULT_CHARSETS,
        retained: { prefix: params.retain_prefix_length, suffix: params.retain_suffix_length },
        numbersInText: true,
      },
      context,
    );
  },
});
