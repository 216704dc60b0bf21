import { decoded, encoded } from './record-text.js';
import { FormatError } from '../format-error.js';
import { MaskingError } from '../../../engine/index.js';
import { XmlParts } from './xml-parts.js';
import type { FileCounts, ObjectWork } from '../format-adapter.js';
import type { HeldText } from './held-text.js';
import type { TextWork } from './text-work.js';
import type { XmlPart, XmlStream } from '../../../engine/index.js';

/** Of a part, in units: its tree takes many times as much. */
const PART_LENGTH = 1024 * 1024;

interface Streaming {
  readonly text: TextWork;
  readonly held: HeldText;
  readonly stream: XmlStream;
  readonly work: ObjectWork;
}

/** Masks a document that is too long to be held. */
export async function maskXmlStream({ text, held, stream, work }: Streaming): Promise<FileCounts> {
  const parts = new XmlParts(PART_LENGTH);
  let line = 1;
  const mask = (part: XmlPart): string => {
    const { before, behind } = part;
    const stretch = part.text.slice(before, part.text.length - behind);
    const first = line;
    line += stretch.split('\n').length - 1;
    const place = (): string => `lines ${first} to ${line}`;
    const whole = decoded(text.codec, part.text, place);
    // Tags around the stretch may have other lengths as a text.
    const sizes = {
      before: decoded(text.codec, part.text.slice(0, before), place).length,
      behind: decoded(text.codec, part.text.slice(part.text.length - behind), place).length,
    };
    const masked = placed(place, () => stream.part({ ...part, ...sizes, text: whole }));
    const old = whole.slice(sizes.before, whole.length - sizes.behind);
    return masked === old ? stretch : encoded(text.codec, masked, place);
  };
  for await (const units of held.pieces()) {
    for (const part of parts.push(units)) {
      await text.write(mask(part));
    }
    work.progress(0, text.bytesRead());
  }
  await text.write(mask(parts.end()));
  placed(
    () => 'the document',
    () => stream.end(),
  );
  await text.end();
  work.progress(1, text.bytesRead());
  const { valuesMasked } = work.masker;
  return { rows: 1, rowsMasked: Math.min(1, valuesMasked), valuesMasked };
}

function placed<T>(place: () => string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof MaskingError && error.code === 'bad_xml') {
      throw new FormatError('malformed', `Somewhere in ${place()} this is no well-formed XML.`);
    }
    if (error instanceof MaskingError) {
      throw new MaskingError(error.code, `${place()}: ${error.reason}`, error.maskPath, error.column);
    }
    throw error;
  }
}
