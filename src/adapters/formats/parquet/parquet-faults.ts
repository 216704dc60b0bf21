import { FormatError } from '../format-error.js';

/** What DuckDB's messages begin with or hold, most telling first. They may hold values of the file: none is passed on. */
const SIGNS: readonly (readonly [RegExp, FormatError['fault'], string])[] = [
  [
    /No magic bytes|too small to be a Parquet file/i,
    'malformed',
    'This is no Parquet file: its marks are missing.',
  ],
  [/encrypt/i, 'unsupported', 'The file is encrypted: its keys are not known here.'],
  [
    /^Conversion Error|^Invalid Input Error: .*(JSON|cast)/i,
    'bad_value',
    'A masked value does not fit the type of its column. Let the masks give what the type holds.',
  ],
  [
    /^Out of Memory/i,
    'too_long',
    'The row groups of the file are too large for the memory that masking may use.',
  ],
];

const NO_SPACE = /No space left/i;

/** The fault behind an error of DuckDB. */
export function parquetFault(error: unknown): Error {
  const message = error instanceof Error ? error.message : String((error as Error | null)?.message);
  const sign = SIGNS.find(([pattern]) => pattern.test(message));
  if (sign !== undefined) {
    return new FormatError(sign[1], sign[2]);
  }
  return NO_SPACE.test(message)
    ? new Error('The disk for temporary files is full')
    : new FormatError('corrupt', 'The Parquet file is damaged or cut off, or uses what is not known here.');
}
