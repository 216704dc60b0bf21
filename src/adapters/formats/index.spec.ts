import { fileKind, FormatError, isEncoding } from './index.js';
import type { Compression, FileKind, FormatFault, ObjectKind, TabularKind } from './index.js';

const FAULT: FormatFault = 'corrupt';

describe('fileKind', () => {
  it.each<[string, TabularKind | ObjectKind | null, Compression | null]>([
    ['a/people.csv', 'delimited', null],
    ['people.TSV.GZ', 'delimited', 'gzip'],
    ['people.ndjson.zst', 'ndjson', 'zstd'],
    ['people.dat', 'fixed_width', null],
    ['people.parquet', 'parquet', null],
    ['people.parquet.gz', null, 'gzip'],
    ['v1.csv/people', null, null],
    ['csv', null, null],
  ])('reads %s as %s in %s', (path, kind, compression) => {
    const expected: FileKind = { kind, compression };
    expect(fileKind(path, 'DAT')).toEqual(expected);
  });
});

describe('isEncoding', () => {
  it.each(['utf-8', 'utf_8_sig', 'latin-1', 'cp1252', 'shift_jis', 'UTF-16', 'auto'])('knows %s', (name) => {
    expect(isEncoding(name)).toBe(true);
  });

  it.each(['base64', 'utf-9', 'constructor'])('does not know %s', (name) => {
    expect(isEncoding(name)).toBe(false);
  });
});

it('says of an error what kind it is', () => {
  expect(new FormatError(FAULT, 'x').fault).toBe(FAULT);
});
