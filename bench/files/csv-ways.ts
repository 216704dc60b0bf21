import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished, pipeline } from 'node:stream/promises';
import papaparse from 'papaparse';
import { delimitedFormat } from '../../src/adapters/formats/index.js';
import { localSource, ourWork } from './our-masker.js';
import type { FileSource } from '../../src/adapters/formats/index.js';
import type { FileWay } from './file-way.js';
import type { Writable } from 'node:stream';

/** Ours; `to`: beside it is room for temporary files. */
export async function maskCsv(source: FileSource, sink: Writable, to: string): Promise<void> {
  const options = {
    ...{ encoding: 'utf-8', delimiter: ',', quoteCharacter: '"' },
    ...{ nullText: null, namedColumns: [] },
  };
  await delimitedFormat.mask(source, sink, ourWork(options, to));
}

/** Ours first. */
export const CSV_WAYS: Readonly<Record<string, FileWay>> = {
  'ours: two columns imitated, hashed': async (from, to) =>
    maskCsv(await localSource(from), createWriteStream(to), to),
  'papaparse: read and written unchanged': async (from, to) => {
    const out = createWriteStream(to);
    const parser = papaparse.parse(papaparse.NODE_STREAM_INPUT, { delimiter: ',' });
    createReadStream(from).pipe(parser);
    let rows: unknown[] = [];
    const flush = async (): Promise<void> => {
      const text = `${papaparse.unparse(rows, { newline: '\r\n' })}\r\n`;
      rows = [];
      if (!out.write(text)) {
        await once(out, 'drain');
      }
    };
    for await (const row of parser) {
      rows.push(row);
      if (rows.length === 1000) {
        await flush();
      }
    }
    await flush();
    out.end();
    await finished(out);
  },
  'papaparse: in chunks, read and written unchanged': async (from, to) => {
    const out = createWriteStream(to);
    await new Promise<void>((resolve, reject) => {
      papaparse.parse<string[]>(createReadStream(from), {
        ...{ delimiter: ',', error: reject, complete: () => resolve() },
        chunk: ({ data }, parser) => {
          if (!out.write(`${papaparse.unparse(data, { newline: '\r\n' })}\r\n`)) {
            parser.pause();
            out.once('drain', () => parser.resume());
          }
        },
      });
    });
    out.end();
    await finished(out);
  },
  'plain copy by streams': (from, to) => pipeline(createReadStream(from), createWriteStream(to)),
};
