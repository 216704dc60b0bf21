import { Readable } from 'node:stream';
import {
  delimitedFormat,
  FormatError,
  fixedWidthFormat,
  jsonFormat,
  ndjsonFormat,
  textFormat,
  xmlFormat,
} from './index.js';
import { changing, maskBytes } from '../../../test/support/mask-bytes.js';
import { compileDocuments, jsonRule } from '../../../test/support/mask-documents.js';
import type { FileSource, ObjectFormat } from './index.js';

const LENGTH = 2 * 1024 ** 3;
/** What may be read of it before it is refused. */
const ENOUGH = 80 * 1024 ** 2;
const PIECE = Buffer.alloc(64 * 1024, 'x');

/** A file of 2 GB in one line; tells how much of it has been read at once. */
function longLine(start: string): { readonly source: FileSource; readonly read: () => number } {
  let most = 0;
  function* pieces(end: number): Generator<Buffer> {
    yield Buffer.from(start);
    for (let at = start.length; at < end; at += PIECE.length) {
      most = Math.max(most, at);
      yield PIECE;
    }
  }
  const source: FileSource = {
    ...{ path: 'long', size: LENGTH, local: () => Promise.reject(new Error('It is nowhere')) },
    open: (range) => Promise.resolve(Readable.from(pieces(range?.end ?? LENGTH))),
  };
  return { source, read: () => most };
}

async function expectRefusal(work: Promise<unknown>, read: () => number): Promise<void> {
  await expect(work).rejects.toThrow(FormatError);
  await expect(work).rejects.toMatchObject({ fault: 'too_long' });
  expect(read()).toBeLessThan(ENOUGH);
}

describe('one line of 2 GB is refused before it is in memory', () => {
  it.each<[string, ObjectFormat, string]>([
    ['NDJSON', ndjsonFormat, '{"name":"'],
    ['JSON, in what is masked', jsonFormat, '[{"name":"'],
    ['XML', xmlFormat, '<name>'],
    ['text', textFormat, ''],
  ])('%s', async (_, format, start) => {
    const { source, read } = longLine(start);
    const masker = compileDocuments(jsonRule([['*', 'name']]), format.content);
    await expectRefusal(maskBytes(format, source, { options: { encoding: 'utf-8' }, masker }), read);
  });

  it('delimited', async () => {
    const { source, read } = longLine('a,b\n1,');
    const options = {
      ...{ encoding: 'utf-8', delimiter: ',', quoteCharacter: '"' },
      ...{ nullText: null, namedColumns: ['b'] },
    };
    await expectRefusal(
      maskBytes(delimitedFormat, source, { options, masker: changing([1], () => 'X') }),
      read,
    );
  });

  it('fixed width', async () => {
    const { source, read } = longLine('Anna');
    const options = {
      ...{ encoding: 'utf-8', nullText: null, columns: [{ name: 'name', start: 0, end: 4 }] },
      ...({ tooWide: 'truncate', lineEnding: null } as const),
    };
    await expectRefusal(
      maskBytes(fixedWidthFormat, source, { options, masker: changing([0], () => 'X') }),
      read,
    );
  });
});
