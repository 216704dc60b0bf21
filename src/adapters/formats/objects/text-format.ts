import { decoded, encoded } from './record-text.js';
import { openText } from './text-work.js';
import { HeldText } from './held-text.js';
import { RecordCounter } from './record-counter.js';
import type { ObjectFormat } from '../format-adapter.js';

const place = (): string => 'the file';

/** A whole file as one text: letters, logs, and whatever else no other format reads. */
export const textFormat: ObjectFormat = {
  content: 'text',
  async mask(source, sink, work) {
    const text = await openText(source, { sink, work }, []);
    const units = await (await HeldText.read(text, 0)).whole('it is masked as a whole');
    const counter = new RecordCounter(work.masker, place);
    const record = decoded(text.codec, units, place);
    const masked = await counter.mask(record);
    await text.write(masked === record ? units : encoded(text.codec, masked, place));
    await text.end();
    work.progress(counter.rows, text.bytesRead());
    return counter.counts;
  },
};
