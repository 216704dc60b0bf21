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
    frames.collect(rows);
    for (let at = 0; at < bytes.length; at += size) {
      frames.take(bytes.subarray(at, at + size));
    }
    expect(rows).toEqual(ROWS);
    expect(Buffer.concat(passed)).toEqual(Buffer.concat([NOTICE, NOTICE, READY]));
  });

  it('leaves rows to the driver that nobody asked for, and those after the statement', () => {
    const stream = new PassThrough();
    const passed: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => passed.push(chunk));
    const frames = interceptRows(stream);
    const rows: RowText[] = [];
    frames.take(row(['before']));
    frames.collect(rows);
    frames.take(Buffer.concat([row(['mine']), READY, row(['after'])]));
    expect(rows).toEqual([['mine']]);
    expect(Buffer.concat(passed)).toEqual(Buffer.concat([row(['before']), READY, row(['after'])]));
  });
});
