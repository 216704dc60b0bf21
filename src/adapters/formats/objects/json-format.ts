import { documentStart, findJsonFault } from '../../../engine/index.js';
import { decoded, encoded, JSON_SPECIAL } from './record-text.js';
import { FormatError } from '../format-error.js';
import { openText } from './text-work.js';
import { readAll } from './read-all.js';
import { RecordCounter } from './record-counter.js';
import type { ObjectFormat } from '../format-adapter.js';

const place = (): string => 'the document';
const WHITE_BEFORE = /^[ \t\r\n]*/;
const WHITE_BEHIND = /[ \t\r\n]*$/;

/** One JSON document: only masked values are written anew; spaces, order, numbers and escapes stay. */
export const jsonFormat: ObjectFormat = {
  content: 'json',
  async mask(source, sink, work) {
    const text = await openText(source, { sink, work }, JSON_SPECIAL);
    const units = await readAll(text);
    const counter = new RecordCounter(work.masker, place);
    const document = decoded(text.codec, units, place);
    if (documentStart(document) < 0) {
      refuse(document);
    }
    const [before = ''] = WHITE_BEFORE.exec(document) ?? [];
    const [behind = ''] = WHITE_BEHIND.exec(document) ?? [];
    const record = document.slice(before.length, document.length - behind.length);
    const masked = await counter.mask(record);
    const written = masked === record ? units : encoded(text.codec, before + masked + behind, place);
    await text.write(written);
    await text.end();
    work.progress(counter.rows, text.bytesRead());
    return counter.counts;
  },
};

function refuse(document: string): never {
  const fault = findJsonFault(document);
  const at = fault?.at ?? 0;
  const before = document.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const message = `Line ${line}, character ${column}: ${fault?.reason ?? ''}.`;
  throw new FormatError('malformed', message);
}
