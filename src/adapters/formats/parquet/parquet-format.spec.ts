import { changing } from '../../../../test/support/mask-bytes.js';
import {
  fileSource,
  ParquetFolder,
  viewParquet,
  withOldMoments,
} from '../../../../test/support/parquet-files.js';
import { parquetFormat } from '../index.js';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { readFile, writeFile } from 'node:fs/promises';
import type { SchemaElement } from 'hyparquet';
import type { TabularMaskerMaker } from '../index.js';

/** A column of every type that DuckDB writes, the second one to be masked. */
const ALL_TYPES = `SELECT i::INTEGER AS a, 'name ' || i AS s, i::BIGINT * 1000000007 AS b, (i * 1.5)::DECIMAL(18, 4) AS d,
  (i * 1234567890123.5)::DECIMAL(38, 10) AS wide, DATE '2020-01-01' + i::INTEGER AS day,
  TIMESTAMP '2020-01-01 00:00:00.123456' + INTERVAL (i) SECOND AS ts,
  TIMESTAMP_NS '2020-01-01 00:00:00.123456789' AS nanos, TIMESTAMP_MS '2020-01-01 00:00:00.123' AS millis,
  TIMESTAMPTZ '2020-01-01 00:00:00.123456+00' AS tz, TIME '10:11:12.123456' AS clock, uuid() AS u,
  'ab\\x00\\xFF'::BLOB AS bytes, (i / 3)::DOUBLE AS f, (i / 3)::FLOAT AS real, i::UTINYINT AS u8, i::USMALLINT AS u16,
  i::TINYINT AS i8, CASE WHEN i % 3 = 0 THEN NULL ELSE i % 2 = 0 END AS yes,  {x: i, y: {z: 'q' || i, "a.b": NULL::INTEGER}} AS st, [i, NULL, i + 1] AS li, MAP {'k': i} AS mp, [{p: i}] AS ls,
  '{"a": 1.0}'::JSON AS js FROM range(100) t(i)`;
const X = changing([1], (value) => `${value}!`);

let folder: ParquetFolder;
beforeAll(async () => {
  folder = await ParquetFolder.make();
});
afterAll(() => folder.remove());

describe('parquetFormat', () => {
  it('tells the columns with their types', async () => {
    const path = await folder.write('types.parquet', ALL_TYPES);
    const columns = await parquetFormat.columns(await fileSource(path), null);
    const kinds = Object.fromEntries(columns.map(({ name, kind }) => [name, kind]));
    expect(kinds).toMatchObject({
      a: 'integer',
      s: 'text',
      d: 'decimal',
      day: 'date',
      ts: 'datetime',
      clock: 'time',
    });
    expect(kinds).toMatchObject({
      u: 'other',
      bytes: 'bytes',
      f: 'float',
      yes: 'boolean',
      st: 'json',
      li: 'json',
    });
    expect(columns[3]).toMatchObject({ numericPrecision: 18, numericScale: 4 });
  });

  it.each(['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4_raw'])(
    'keeps all types, the schema, metadata, field ids and %s',
    async (codec) => {
      const keep = `KV_METADATA {pandas: '{"x": 1}', 'a key': 'it''s'}`;
      const ids =
        'FIELD_IDS {a: 7, st: {__duckdb_field_id: 9, x: 10}, li: {element: 12}, mp: {key: 13, value: 14}}';
      const path = await folder.write(
        `${codec}.parquet`,
        ALL_TYPES,
        `, COMPRESSION ${codec}, ${keep}, ${ids}`,
      );
      const before = await viewParquet(path);
      const { bytes, counts } = await folder.mask(path, X);
      const after = await viewParquet(bytes);
      expect(after.rows).toEqual(before.rows.map((row) => ({ ...row, s: `${String(row.s)}!` })));
      expect({ ...after, rows: null }).toEqual({ ...before, rows: null });
      expect(after.keyValues).toHaveLength(2);
      expect(counts).toEqual({ rows: 100, rowsMasked: 100, valuesMasked: 100 });
    },
  );

  it.each([
    ['by DuckDB', {}],
    ['column by column', { st: undefined, li: undefined, mp: undefined }],
  ])('puts masked texts back into the types of their columns, written %s', async (_, kept) => {
    const path = await folder.write('values.parquet', ALL_TYPES);
    const all: Record<string, string> = {
      ...{ a: '-5', b: '9007199254740993', d: '12345678901234.5678', wide: '1234567890123456789.0123456789' },
      ...{ day: '1999-12-31', ts: '1999-12-31 23:59:59.999999', nanos: '1999-12-31 23:59:59.999999999' },
      ...{ millis: '1999-12-31 23:59:59.999', tz: '1999-12-31 23:59:59.5+00', clock: '01:02:03.000004' },
      ...{
        u: '6b4b2f3c-0d3c-4a43-8a57-111111111111',
        bytes: '\\x00ff27',
        f: '0.1',
        yes: 'false',
        i8: '-128',
      },
      ...{
        st: '{"x": 5, "y": {"z": "it\'s", "a.b": 6}}',
        li: '[1, null]',
        mp: '{"m": 2}',
        js: '{"b": 1.50}',
      },
    };
    const news = Object.fromEntries(Object.entries(all).filter(([name]) => !(name in kept)));
    const masker: TabularMaskerMaker = (columns) => {
      const write = columns.flatMap(({ name }, position) => (name in news ? [position] : []));
      return { read: [], write, mask: (rows) => rows.map(() => write.map((at) => news[columns[at]!.name]!)) };
    };
    const [row] = (await viewParquet((await folder.mask(path, masker)).bytes)).rows;
    expect(row).toMatchObject({
      ...{ a: -5, b: 9007199254740993n, day: 10956, f: 0.1, yes: false, i8: -128, s: 'name 0' },
      ...{ ts: 946684799999999n, nanos: 946684799999999999n, millis: 946684799999n, tz: 946684799500000n },
      ...{ u: '6b4b2f3c-0d3c-4a43-8a57-111111111111', clock: 3723000004n, js: { b: 1.5 } },
      ...('st' in kept ? {} : { st: { x: 5n, y: { z: "it's", 'a.b': 6 } }, li: [1n, null], mp: { m: 2n } }),
    });
  });

  it.each([
    ['by DuckDB', '[i]', '[9]', [9n]],
    ['column by column', 'i', '9', 9n],
  ])('may have a column named as DuckDB names its row numbers, written %s', async (_, sql, text, value) => {
    const query = `SELECT ${sql} AS x, i + 7 AS File_Row_Number FROM range(5000) t(i)`;
    const path = await folder.write('numbers.parquet', query, ', ROW_GROUP_SIZE 2048');
    const positions: number[] = [];
    const masker: TabularMaskerMaker = () => ({
      ...{ read: [1], write: [0] },
      mask: (rows, first) =>
        rows.map(([number], row) => {
          positions.push(Number(number) - 7 - first - row);
          return number === '4507' ? [text] : null;
        }),
    });
    const { rows } = await viewParquet((await folder.mask(path, masker)).bytes);
    expect(positions).toEqual(new Array(5000).fill(0));
    expect(rows[4500]).toMatchObject({ x: value, File_Row_Number: 4507n });
    expect(rows[4501]).not.toMatchObject({ x: value });
  });

  it.each([
    ['by DuckDB', '[i]', '[9]', [9n]],
    ['column by column', 'i', '9', 9n],
  ])('may have columns named as we name ours, written %s', async (_, sql, text, value) => {
    const own = `'p' || i AS "Position of the Row", 'm' || i AS "masked values of the row"`;
    const path = await folder.write('ours.parquet', `SELECT ${sql} AS x, ${own} FROM range(3) t(i)`);
    const masker: TabularMaskerMaker = () => ({
      ...{ read: [1, 2], write: [0] },
      mask: (rows, first) =>
        rows.map(([p, m], row) => (p === `p${first + row}` && m === `m${first + row}` ? [text] : null)),
    });
    const { rows } = await viewParquet((await folder.mask(path, masker)).bytes);
    expect(rows).toEqual(
      [0, 1, 2].map((row) => ({
        ...{ x: value, 'Position of the Row': `p${row}`, 'masked values of the row': `m${row}` },
      })),
    );
  });

  it('hands out each row once, with its number, and nulls as nulls', async () => {
    const query = `SELECT i AS id, CASE WHEN i % 5 = 0 THEN NULL ELSE 'n' || i END AS name, i % 7 AS k FROM range(50000) t(i)`;
    const path = await folder.write('rows.parquet', query, ', ROW_GROUP_SIZE 4096');
    const seen = new Set<number>();
    let wrong = 0;
    const name = (id: number): string | null => (id % 5 === 0 ? null : `n${id}`);
    const masked = (id: number): string | null => (id % 3 === 0 ? null : `m${id}`);
    const masker: TabularMaskerMaker = () => ({
      ...{ read: [2, 0, 1], write: [1, 2] },
      mask: (rows, first) =>
        rows.map((row, index) => {
          const id = first + index;
          seen.add(id);
          wrong += Number(row.join() !== [id % 7, id, name(id)].join());
          return id % 2 === 0 ? null : [id % 3 === 0 ? null : `m${id}`, row[0]!];
        }),
    });
    const { bytes, counts, progress } = await folder.mask(path, masker);
    const { rows, groupRows } = await viewParquet(bytes);
    expect(wrong).toBe(0);
    expect(rows.map((row) => row.name)).toEqual(rows.map((_, id) => (id % 2 === 0 ? name(id) : masked(id))));
    expect({ seen: seen.size, last: progress.at(-1), rows: counts.rows }).toEqual({
      seen: 50_000,
      last: 50_000,
      rows: 50_000,
    });
    expect(counts.valuesMasked).toBe(rows.filter((_, id) => id % 2 === 1 && masked(id) !== name(id)).length);
    expect(groupRows[0]).toBe(4096);
  });

  it('hands cells in and out whatever signs they have', async () => {
    const odd = [
      "'a' || chr(31) || 'b'",
      'chr(30)',
      "chr(30) || chr(30) || '[1]'",
      "''",
      'NULL',
      "'=' || chr(10)",
    ];
    const path = await folder.write('odd.parquet', `SELECT unnest([${odd.join(', ')}]) AS a, 'x' AS b`);
    const seen: unknown[] = [];
    const masker: TabularMaskerMaker = () => ({
      ...{ read: [0, 1], write: [0, 1] },
      mask: (rows) =>
        rows.map(([a]) => {
          seen.push(a);
          return [a ?? 'none', a ?? null];
        }),
    });
    const { rows } = await viewParquet((await folder.mask(path, masker)).bytes);
    const cells = ['a\u001fb', '\u001e', '\u001e\u001e[1]', '', null, '=\n'];
    expect(seen).toEqual(cells);
    expect(rows.map(({ a, b }) => [a, b])).toEqual(cells.map((cell) => [cell ?? 'none', cell]));
  });

  it('gives the file back byte by byte when nothing comes out different', async () => {
    const path = await folder.write('same [1]*?.parquet', ALL_TYPES);
    const { bytes } = await folder.mask(
      path,
      changing([1, 3, 13], (value) => value),
    );
    expect(bytes.equals(await readFile(path))).toBe(true);
    expect(await parquetFormat.columns(await fileSource(path), null)).toHaveLength(24);
  });

  it('masks a file without rows', async () => {
    const path = await folder.write('none.parquet', "SELECT 1 AS a, 'x' AS s LIMIT 0");
    expect((await folder.mask(path, X)).counts).toEqual({ rows: 0, rowsMasked: 0, valuesMasked: 0 });
  });
});

describe('parquetFormat refuses', () => {
  it.each<[string, Partial<SchemaElement>, unknown[]]>([
    [
      'column "v": repetition REQUIRED would become OPTIONAL',
      { type: 'INT32', repetition_type: 'REQUIRED' },
      [1, 2],
    ],
    [
      'column "v": annotation ENUM would become UTF8',
      { type: 'BYTE_ARRAY', converted_type: 'ENUM', repetition_type: 'OPTIONAL' },
      ['a', 'b'],
    ],
  ])('what writing a nested column would change: %s', async (reason, element, data) => {
    const path = folder.file('refused.parquet');
    const schema = [
      { name: 'root', num_children: 2 },
      { name: 'v', ...element },
      { name: 's', num_children: 1, repetition_type: 'OPTIONAL' },
      { name: 'x', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
    ] as SchemaElement[];
    const columnData = [
      { name: 'v', data },
      { name: 's', data: [{ x: 'a' }, { x: 'b' }] },
    ];
    await writeFile(path, Buffer.from(parquetWriteBuffer({ columnData, schema })));
    await expect(folder.mask(path, X)).rejects.toMatchObject({
      fault: 'unsupported',
      message: `The file cannot be written again as it is: ${reason}.`,
    });
  });

  it('to write the old moments of 96 bits', async () => {
    const path = folder.file('int96.parquet');
    await writeFile(path, withOldMoments());
    const all = changing([0], () => '2020-01-01 00:00:00');
    await expect(folder.mask(path, all)).rejects.toThrow('column "v": type INT96 would become INT64');
  });

  it('what is no Parquet file, or cut off', async () => {
    const whole = await readFile(await folder.write('whole.parquet', ALL_TYPES));
    const path = folder.file('cut.parquet');
    for (const bytes of [Buffer.from('id,name\n1,Ann\n'), Buffer.alloc(0), whole.subarray(0, -50)]) {
      await writeFile(path, bytes);
      await expect(folder.mask(path, X)).rejects.toMatchObject({ name: 'FormatError', fault: 'malformed' });
    }
  });

  it('damaged pages', async () => {
    const whole = await readFile(await folder.write('damaged.parquet', ALL_TYPES, ', COMPRESSION zstd'));
    const path = folder.file('damaged.parquet');
    await writeFile(path, whole.fill(0xa5, 100, 900));
    await expect(folder.mask(path, X)).rejects.toMatchObject({ fault: 'corrupt' });
  });

  it('an encrypted file', async () => {
    const path = folder.file('encrypted.parquet');
    await writeFile(path, Buffer.from('PARE0000000000000000PARE'));
    await expect(folder.mask(path, X)).rejects.toMatchObject({ fault: 'unsupported' });
  });

  it('a value that its column cannot hold, without showing it', async () => {
    const path = await folder.write('bad.parquet', 'SELECT 1 AS a, 2 AS s');
    const failing = folder.mask(
      path,
      changing([1], () => 'secret'),
    );
    await expect(failing).rejects.toMatchObject({ fault: 'bad_value' });
    await expect(failing).rejects.not.toThrow('secret');
  });

  it('nothing that a mask throws', async () => {
    const path = await folder.write('fault.parquet', ALL_TYPES);
    class MaskFault extends Error {}
    const failing = folder.mask(
      path,
      changing([1], () => {
        throw new MaskFault('a mask');
      }),
    );
    await expect(failing).rejects.toThrow(MaskFault);
  });

  it('to go on when it is stopped', async () => {
    const path = await folder.write(
      'stopped.parquet',
      "SELECT i AS a, 'x' || i AS s FROM range(500000) t(i)",
    );
    const stop = new AbortController();
    const masker = changing([1], (value, row) => {
      if (row > 1000) {
        stop.abort(new Error('cancelled'));
      }
      return `${value}!`;
    });
    await expect(folder.mask(path, masker, stop.signal)).rejects.toThrow('cancelled');
  });
});
