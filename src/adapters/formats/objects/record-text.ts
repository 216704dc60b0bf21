import { FormatError } from '../format-error.js';
import type { TextCodec } from '../text-codec.js';

/** Characters that structure JSON. */
export const JSON_SPECIAL: readonly string[] = ['"', '\\', '{', '}', '[', ']', ',', ':'];

/** The text of a record. `place`: where it is, such as `line 7`. Throws `FormatError`. */
export function decoded(codec: TextCodec, units: string, place: () => string): string {
  const text = codec.toText(units);
  if (text === null) {
    const message = `Some bytes in ${place()} are not valid ${codec.encoding.name}; say in "encoding" what the file is written in.`;
    throw new FormatError('bad_encoding', message);
  }
  return text;
}

/** The units of a masked record. Throws `FormatError`. */
export function encoded(codec: TextCodec, text: string, place: () => string): string {
  const units = codec.toUnits(text);
  if (units === null) {
    const message = `A masked value in ${place()} has characters that ${codec.encoding.name} does not have.`;
    throw new FormatError('bad_encoding', message);
  }
  return units;
}
