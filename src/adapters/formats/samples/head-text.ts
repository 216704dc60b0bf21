import { readHead } from '../read-head.js';
import { resolveEncoding } from '../text-encoding.js';
import { textCodec } from '../text-codec.js';
import type { FileSource } from '../format-adapter.js';
import type { TextCodec } from '../text-codec.js';

/** The beginning of a text file. */
export interface HeadText {
  readonly text: string;
  readonly codec: TextCodec;
  /** The file goes on behind it. */
  readonly isCutOff: boolean;
}

/** `special`: the characters that structure the format. Throws `FormatError`. */
export async function readHeadText(
  source: FileSource,
  length: number,
  special: readonly string[],
): Promise<HeadText> {
  const head = await readHead(source, length);
  const codec = textCodec(resolveEncoding('auto', head), special);
  const decoder = codec.decoder();
  const isCutOff = head.length >= length;
  const units = decoder.push(head.subarray(codec.encoding.markLength)) + (isCutOff ? '' : decoder.end());
  return { text: units, codec, isCutOff };
}
