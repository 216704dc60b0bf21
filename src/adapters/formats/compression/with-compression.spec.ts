import { bytesSource, changing, maskBytes } from '../../../../test/support/mask-bytes.js';
import { decompress } from 'fzstd';
import {
  delimitedFormat,
  FormatError,
  ndjsonFormat,
  objectsWithCompression,
  tabularWithCompression,
} from '../index.js';
import { packer } from './packer.js';
import { Readable, Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Compression, DelimitedOptions } from '../index.js';

const OPTIONS: DelimitedOptions = {
  ...{ encoding: 'utf-8', delimiter: ',', quoteCharacter: '"', nullText: null, namedColumns: [] },
};
const GIVEN = { options: OPTIONS, masker: changing([1], (value) => `${value}!`) };
const LINES = Array.from({ length: 200_000 }, (_, row) => `${row},name ${(row * 7919) % 10007}`);
const TEXT = ['id,name', ...LINES, ''].join('\n');
const MASKED = ['id,name', ...LINES.map((line) => `${line}!`), ''].join('\n');

describe.each<[Compression, (bytes: Buffer) => Buffer]>([
  ['gzip', (bytes) => gunzipSync(bytes)],
  ['zstd', (bytes) => Buffer.from(decompress(bytes))],
])('%s', (compression, unpacked) => {
  const format = tabularWithCompression(delimitedFormat, compression);

  it('masks the file inside and compresses it again', async () => {
    const packed = await pack(TEXT, compression);
    const { bytes } = await maskBytes(format, bytesSource(packed), GIVEN);
    expect(unpacked(bytes).toString()).toBe(MASKED);
    expect(bytes.length).toBeLessThan(MASKED.length / 2);
  });

  it('reads the columns', async () => {
    const columns = await format.columns(bytesSource(await pack(TEXT, compression)), OPTIONS);
    expect(columns.map(({ name }) => name)).toEqual(['id', 'name']);
  });

  it('says that a file is cut off or no such data', async () => {
    const packed = await pack(TEXT, compression);
    for (const bytes of [packed.subarray(0, packed.length - 5), Buffer.from('id,name\n1,Ann\n')]) {
      const failing = maskBytes(format, bytesSource(bytes), GIVEN);
      await expect(failing).rejects.toMatchObject({ fault: 'corrupt', name: 'FormatError' });
    }
  });

  it('refuses a file without a byte', async () => {
    await expect(maskBytes(format, bytesSource(Buffer.alloc(0)), GIVEN)).rejects.toThrow(FormatError);
  });

  it('throws the fault of the sink', async () => {
    const sink = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) });
    const source = bytesSource(await pack(TEXT, compression));
    const work = { ...GIVEN, signal: new AbortController().signal, progress: () => undefined };
    const failing = format.mask(source, sink, { ...work, scratch: () => Promise.resolve('') });
    await expect(failing).rejects.toThrow('disk full');
  });
});

it('reads a file of several gzip members', async () => {
  const format = tabularWithCompression(delimitedFormat, 'gzip');
  const packed = Buffer.concat([gzipSync('id,name\n1,An'), gzipSync('n\n2,Bo\n')]);
  const { bytes } = await maskBytes(format, bytesSource(packed), GIVEN);
  expect(gunzipSync(bytes).toString()).toBe('id,name\n1,Ann!\n2,Bo!\n');
});

it('masks documents in compressed files', async () => {
  const packed = gzipSync('{"name": "Ann"}\n{"name": "Bo"}\n');
  const masker = { mask: (record: string) => record.toUpperCase(), valuesMasked: 0, stream: () => null };
  const format = objectsWithCompression(ndjsonFormat, 'gzip');
  const { bytes } = await maskBytes(format, bytesSource(packed), { options: { encoding: 'utf-8' }, masker });
  expect(gunzipSync(bytes).toString()).toBe('{"NAME": "ANN"}\n{"NAME": "BO"}\n');
});

it('leaves files without compression alone', () => {
  expect(objectsWithCompression(ndjsonFormat, null)).toBe(ndjsonFormat);
  expect(tabularWithCompression(delimitedFormat, null)).toBe(delimitedFormat);
});

async function pack(text: string, compression: Compression): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of Readable.from([Buffer.from(text)]).pipe(await packer(compression))) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
