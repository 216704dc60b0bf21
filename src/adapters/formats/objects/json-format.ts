import { documentStart, findJsonFault } from '../../../engine/index.js';
import { decoded, encoded, JSON_SPECIAL } from './record-text.js';
import { FormatError } from '../format-error.js';
import { maskJsonStream } from './json-stream.js';
import { openText } from './text-work.js';
import { HeldText } from './held-text.js';
import { RecordCounter } from './record-counter.js';
import type { FileCounts, ObjectFormat, RecordMasker } from '../format-adapter.js';
import type { TextWork } from './text-work.js';

/** Longer documents are masked while they stream by, where the rules allow it. */
const HELD = 4 * 1024 * 1024;
const NEEDS_WHOLE =
  'its rules need it as a whole (rules of "json" masks alone, hashed by paths and not by "source: self", do not)';
const place = (): string => 'the document';

/** One JSON document of any size: only masked values are written anew; spaces, order, numbers and escapes stay. */
export const jsonFormat: ObjectFormat = {
  content: 'json',
  async mask(source, sink, work) {
    const text = await openText(source, { sink, work }, JSON_SPECIAL);
    const held = await HeldText.read(text, HELD);
    const { codec } = text;
    const stream = held.isAll
      ? null
      : work.masker.stream({
          encodingName: codec.encoding.name,
          toText: (units) => codec.toText(units),
          toUnits: (units) => codec.toUnits(units),
        });
    return stream === null
      ? maskWhole(text, await held.whole(NEEDS_WHOLE), work.masker)
      : maskJsonStream({ text, held, stream, work });
  },
};

async function maskWhole(text: TextWork, units: string, masker: RecordMasker): Promise<FileCounts> {
  const counter = new RecordCounter(masker, place);
  const document = decoded(text.codec, units, place);
  const start = documentStart(document);
  if (start < 0) {
    refuse(document);
  }
  const end = document.trimEnd().length;
  const record = document.slice(start, end);
  const masked = await counter.mask(record);
  const written = document.slice(0, start) + masked + document.slice(end);
  await text.write(masked === record ? units : encoded(text.codec, written, place));
  await text.end();
  return counter.counts;
}

function refuse(document: string): never {
  const fault = findJsonFault(document);
  const at = fault?.at ?? 0;
  const before = document.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const message = `Line ${line}, character ${column}: ${fault?.reason ?? ''}.`;
  throw new FormatError('malformed', message);
}
