import { decoded, encoded } from './record-text.js';
import { openText } from './text-work.js';
import { HeldText, LONGEST_DOCUMENT } from './held-text.js';
import { maskXmlStream } from './xml-stream.js';
import { RecordCounter } from './record-counter.js';
import { findXmlFault } from './xml-fault.js';
import { MaskingError } from '../../../engine/index.js';
import { xmlEncoding } from './xml-encoding.js';
import type { ObjectFormat } from '../format-adapter.js';

const place = (): string => 'the document';
const SPECIAL = ['<', '>', '&', '"', "'"];

/** One XML document: only masked texts and attributes are written anew. */
export const xmlFormat: ObjectFormat = {
  content: 'text',
  async mask(source, sink, work) {
    const encoding = await xmlEncoding(source, work.options.encoding);
    const text = await openText(source, { sink, work: { ...work, options: { encoding } } }, SPECIAL);
    const held = await HeldText.read(text, LONGEST_DOCUMENT);
    const stream = held.isAll ? null : (work.masker.streamXml?.() ?? null);
    if (stream !== null) {
      return maskXmlStream({ text, held, stream, work });
    }
    const units = await held.whole('its rules need the whole of it');
    const counter = new RecordCounter(work.masker, place);
    const record = decoded(text.codec, units, place);
    const masked = await maskDocument(counter, record);
    await text.write(masked === record ? units : encoded(text.codec, masked, place));
    await text.end();
    work.progress(counter.rows, text.bytesRead());
    return counter.counts;
  },
};

async function maskDocument(counter: RecordCounter, record: string): Promise<string> {
  try {
    return await counter.mask(record);
  } catch (error) {
    const fault = error instanceof MaskingError && error.code === 'bad_xml' ? findXmlFault(record) : null;
    throw fault ?? error;
  }
}
