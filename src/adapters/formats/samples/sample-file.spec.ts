import iconv from 'iconv-lite';
import { bytesSource } from '../../../../test/support/mask-bytes.js';
import { fileSource, ParquetFolder } from '../../../../test/support/parquet-files.js';
import { sampledType, sampleFile } from './sample-file.js';
import type { FileSample } from './file-sample.js';

const signal = new AbortController().signal;

function sample(
  path: string,
  content: string | Buffer,
  values = 100,
  encoding = 'utf-8',
): Promise<FileSample> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return sampleFile(sampledType(path)!, bytesSource(bytes, 64, path), { encoding, values, signal });
}

const typesOf = ({ fields }: FileSample): Record<string, readonly string[]> =>
  Object.fromEntries(fields.map(({ locator, dataTypes }) => [JSON.stringify(locator), dataTypes]));
const valuesOf = ({ fields }: FileSample): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ locator, values }) => [JSON.stringify(locator), values]));

describe('sampledType', () => {
  it.each([
    ['people.csv', 'csv'],
    ['a/b.JSON', 'json'],
    ['a.b.ndjson', 'ndjson'],
    ['x.parquet', 'parquet'],
    ['people.csv.gz', null],
    ['people.tsv', null],
    ['json', null],
    ['x.constructor', null],
  ])('%s: %s', (path, type) => {
    expect(sampledType(path)).toBe(type);
  });
});

describe('samples of CSV files', () => {
  it('finds the delimiter outside of quotes', async () => {
    const found = await sample('a.csv', 'name;note\r\n"Ann";"a,b,c;d"\r\nBo;"x,y\nz,w"\r\n');
    expect(found).toMatchObject({ delimiter: ';', encoding: 'utf-8', problem: null });
    expect(valuesOf(found)).toEqual({ '"name"': ['Ann', 'Bo'], '"note"': ['a,b,c;d', 'x,y\nz,w'] });
  });

  it.each([
    ['utf16le', Buffer.from('\ufeffname,ort\nJürgen,Köln\n', 'utf16le'), 'utf-16le'],
    ['utf8 with a mark', Buffer.from('\ufeffname,ort\nJürgen,Köln\n'), 'utf-8'],
    ['windows-1252', iconv.encode('name,ort\nJürgen,Köln\n', 'windows-1252'), 'windows-1252'],
  ])('finds the encoding: %s', async (_name, bytes, encoding) => {
    const found = await sample('a.csv', bytes);
    expect(found.encoding).toBe(encoding);
    expect(valuesOf(found)).toEqual({ '"name"': ['Jürgen'], '"ort"': ['Köln'] });
  });

  it('takes the encoding that is said', async () => {
    const bytes = iconv.encode('name\nЖанна\n', 'windows-1251');
    expect(valuesOf(await sample('a.csv', bytes, 5, 'windows-1251'))).toEqual({ '"name"': ['Жанна'] });
  });

  it('tells types by all values', async () => {
    const rows = [
      '1,9999999999,1.5,2024-01-31,true,12:30,2024-01-31T10:00:00Z,01234,1987,x',
      '2,7,3,2023-12-01,false,09:15:00,2024-01-31 10:00,00001,2001,1',
    ];
    const found = await sample('a.csv', `i,l,d,day,b,t,ts,zip,birth_year,mixed\n${rows.join('\n')}\n`);
    expect(typesOf(found)).toEqual({
      '"i"': ['int'],
      '"l"': ['long'],
      '"d"': ['decimal'],
      '"day"': ['date'],
      '"b"': ['boolean'],
      '"t"': ['time'],
      '"ts"': ['timestamp'],
      '"zip"': ['str'],
      '"birth_year"': ['year'],
      '"mixed"': ['str'],
    });
  });

  it('reads no more than the first values, and none where only names are wanted', async () => {
    const content = `n,e\n${Array.from({ length: 50 }, (_, n) => `${n},`).join('\n')}\n`;
    expect(valuesOf(await sample('a.csv', content, 3))).toEqual({
      '"n"': ['0', '1', '2'],
      '"e"': [null, null, null],
    });
    const names = await sample('a.csv', content, 0);
    expect(valuesOf(names)).toEqual({ '"n"': null, '"e"': null });
    expect(typesOf(names)['"n"']).toEqual(['str']);
  });

  it('calls the columns of a file without header by their positions', async () => {
    const found = await sample('a.csv', 'Ann,ann@example.com\nBo,bo@example.com\n');
    expect(valuesOf(found)).toEqual({ '"0"': ['Ann', 'Bo'], '"1"': ['ann@example.com', 'bo@example.com'] });
  });

  it('tells what is wrong and keeps what it has read', async () => {
    const ragged = await sample('a.csv', 'a,b\n1,2\n3,4,5\n6\n');
    expect(ragged.problem).toBe('Line 3: the record has 3 cells instead of 2.');
    expect(valuesOf(ragged)['"a"']).toEqual(['1', '3', '6']);
    const open = await sample('a.csv', 'a,b\n1,2\n"3,4\n');
    expect(open.problem).toContain('line 3 is never closed');
    expect(valuesOf(open)['"a"']).toEqual(['1']);
    await expect(sample('a.csv', '')).rejects.toThrow('empty');
  });
});

describe('samples of JSON files', () => {
  it('names every scalar by its keys, with * for positions', async () => {
    const found = await sample(
      'a.json',
      '{"employees": [{"email": "a@example.com", "tags": ["x", "y"], "pay": {"n": 1}}, {"email": null, "pay": {"n": 2.5}}], "ok": true}',
    );
    expect(valuesOf(found)).toEqual({
      '["employees","*","email"]': ['a@example.com', null],
      '["employees","*","tags","*"]': ['x', 'y'],
      '["employees","*","pay","n"]': ['1', '2.5'],
      '["ok"]': ['true'],
    });
    expect(typesOf(found)).toMatchObject({
      '["employees","*","pay","n"]': ['int', 'float'],
      '["ok"]': ['boolean'],
    });
  });

  it('takes escapes, deep ends and numbers beyond doubles as they are', async () => {
    const found = await sample('a.json', '[{"a\\"b": "\\u00fc\\\\", "n": 12345678901234567890}]');
    expect(valuesOf(found)).toEqual({ '["*","a\\"b"]': ['ü\\'], '["*","n"]': ['12345678901234567890'] });
  });

  it.each([
    ['{"a": 1,}', 'Line 1, character 9'],
    ['{"a": 1\n "b": 2}', 'Line 2, character 2'],
    ['{"a": tru}', 'Line 1, character 7'],
    ['{"a": [1, 2', 'not complete'],
    ['{} x', 'Line 1, character 4'],
  ])('says where %j is wrong', async (text, message) => {
    expect((await sample('a.json', text)).problem).toContain(message);
  });

  it('stops at what was read of a large document', async () => {
    const item = JSON.stringify({ mail: 'p@example.com', filler: 'ü'.repeat(500_000) });
    const found = await sample('a.json', `[${Array.from({ length: 3 }, () => item).join(',')}]`, 0);
    expect(found.problem).toBeNull();
    expect(found.fields.map(({ locator }) => locator)).toContainEqual(['*', 'mail']);
  });

  it('reads NDJSON line by line and gives the line of a fault', async () => {
    const found = await sample(
      'a.ndjson',
      '{"a": {"b": "2024-01-01"}}\n\n{"a": {"b": "2023-01-01"}}\n{"a": }\n',
    );
    expect(valuesOf(found)).toEqual({ '["a","b"]': ['2024-01-01', '2023-01-01'] });
    expect(typesOf(found)).toEqual({ '["a","b"]': ['date'] });
    expect(found.problem).toContain('Line 4, character 7');
  });

  it('stops taking places where keys are data', async () => {
    const many = Object.fromEntries(Array.from({ length: 6_000 }, (_, n) => [`k${n}`, n]));
    const found = await sample('a.json', JSON.stringify(many));
    expect(found.fields).toHaveLength(5_000);
    expect(found.problem).toContain('more than 5000 places');
  });
});

describe('samples of Parquet files', () => {
  it('names scalars of structs, lists and maps, also where they hold nothing', async () => {
    const folder = await ParquetFolder.make();
    try {
      const path = await folder.write(
        'nested.parquet',
        `SELECT 1::BIGINT AS id, 'a@example.com' AS email, DATE '2024-01-31' AS day, 1.50::DECIMAL(8,2) AS pay,
           {'city': 'Ulm', 'geo': [{'lat': 1.5::DOUBLE}]} AS address, ['+1', NULL] AS phones,
           MAP {'k': 'v'} AS facts, NULL::STRUCT(note VARCHAR)[] AS notes`,
      );
      const read = async (values: number): Promise<FileSample> =>
        sampleFile('parquet', await fileSource(path), { encoding: 'utf-8', values, signal });
      const found = await read(10);
      expect(valuesOf(found)).toEqual({
        '"id"': ['1'],
        '"email"': ['a@example.com'],
        '"day"': ['2024-01-31'],
        '"pay"': ['1.50'],
        '["address","city"]': ['Ulm'],
        '["address","geo","*","lat"]': ['1.5'],
        '["phones","*"]': ['+1', null],
        '["facts","*"]': ['v'],
        '["notes","*","note"]': [],
      });
      expect(typesOf(found)).toMatchObject({
        '"id"': ['long'],
        '"day"': ['date'],
        '"pay"': ['decimal'],
        '["address","geo","*","lat"]': ['float'],
        '["facts","*"]': ['str'],
      });
      expect((await read(0)).fields.map(({ values }) => values)).toEqual(found.fields.map(() => null));
    } finally {
      await folder.remove();
    }
  });
});
