import { CsvStream } from './csv-stream.js';
import { parseCsv } from './csv-text.js';

function inPieces(bytes: Buffer, size: number): string[][] {
  const stream = new CsvStream();
  const records: string[][] = [];
  for (let at = 0; at < bytes.length; at += size) {
    records.push(...stream.push(bytes.subarray(at, at + size)));
  }
  return [...records, ...stream.end()];
}

describe('CsvStream', () => {
  it.each([
    'a,b\n1,2\n3,4\n',
    'a,b\r\n1,2\r\n3,4',
    '\ufeffname,note\n"Zoë","two\nlines"\n"x ""y"" z",\n',
    '"a\n",b\n"1,\r\n",😀\n',
    'one\n',
    '',
  ])('reads %j in pieces of any size as if whole', (text) => {
    const bytes = Buffer.from(text);
    const expected = parseCsv(text);
    for (const size of [1, 2, 3, 7, 1000]) {
      expect(inPieces(bytes, size)).toEqual(expected);
    }
  });

  it.each([
    ['a,b\n1,2\n3\n', /1 cells instead of 2 \(line 3\)/],
    ['a,b\n1,"2\n3,4\n', /never closed \(line 2\)/],
    ['a,b\n1,x"y\n', /quote stands inside.*\(line 2\)/],
    ['a,b\n1,2\r3,4\n', /carriage return stands alone \(line 2\)/],
  ])('says where %j is wrong, whatever the pieces', (text, fault) => {
    for (const size of [1, 5, 1000]) {
      expect(() => inPieces(Buffer.from(text), size)).toThrow(fault);
    }
  });

  it('says near which line a text is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('a\nb\n'), Buffer.from([0xc3, 0x28, 0x0a])]);
    expect(() => inPieces(bytes, 2)).toThrow('The file is not valid UTF-8 (line 3)');
    expect(() => inPieces(Buffer.from([0x61, 0x0a, 0xc3]), 10)).toThrow('not valid UTF-8');
  });

  it('keeps no more than one record, and refuses one without end', () => {
    const stream = new CsvStream();
    stream.push(Buffer.from('a\n"'));
    const piece = Buffer.alloc(4 * 1024 * 1024, 'x');
    expect(() => {
      for (let n = 0; n < 6; n += 1) {
        stream.push(piece);
      }
    }).toThrow(/too long \(line 2\)/);
  });
});
