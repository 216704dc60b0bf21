import { PassThrough } from 'node:stream';
import type { RowText } from '../../../engine/index.js';
import { interceptRows } from './postgres-row-frames.js';

function message(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([header, body]);
}

function row(texts: RowText): Buffer {
  const parts = texts.map((text) => {
    const bytes = Buffer.from(text ?? '');
    const size = Buffer.alloc(4);
    size.writeInt32BE(text === null ? -1 : bytes.length);
    return Buffer.concat([size, bytes]);
  });
  return message('D', Buffer.concat([Buffer.from([texts.length >> 8, texts.length & 255]), ...parts]));
}

const READY = message('Z', Buffer.from('I'));
const NOTICE = message('N', Buffer.from('a notice'));
const ROWS: readonly RowText[] = [
  ['1', 'plain', null, ''],
  ['2', 'Zoë 日本 😀', null, 'x'.repeat(64)],
  ['3', 'é'.repeat(32), 'y'.repeat(5000), 'é'.repeat(3000)],
  [],
  ['4', 'tab\tnewline\nNUL-free', 'x'.repeat(65), null],
];

describe('interceptRows', () => {
  const bytes = Buffer.concat([
    NOTICE,
    ...ROWS.slice(0, 2).map(row),
    NOTICE,
    ...ROWS.slice(2).map(row),
    READY,
  ]);

  it.each([1, 3, 7, 64, 4096, 1_000_000])('takes out the rows from chunks of %i bytes', (size) => {
    const stream = new PassThrough();
    const passed: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => passed.push(chunk));
    const frames = interceptRows(stream);
    const rows: RowText[] = [];
    frames.expect(rows);
    for (let at = 0; at < bytes.length; at += size) {
      frames.take(bytes.subarray(at, at + size));
    }
    expect(rows).toEqual(ROWS);
    expect(Buffer.concat(passed)).toEqual(Buffer.concat([NOTICE, NOTICE, READY]));
  });

  it('gives each statement its own rows, and the driver those that it wants itself', () => {
    const stream = new PassThrough();
    const passed: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => passed.push(chunk));
    const frames = interceptRows(stream);
    const [first, third]: [RowText[], RowText[]] = [[], []];
    frames.expect(first);
    frames.expect(null);
    frames.expect(third);
    frames.take(Buffer.concat([row(['1']), READY, row(['2']), READY, row(['3']), READY, row(['4'])]));
    expect([first, third]).toEqual([[['1']], [['3']]]);
    expect(Buffer.concat(passed)).toEqual(Buffer.concat([READY, row(['2']), READY, READY, row(['4'])]));
  });
});
