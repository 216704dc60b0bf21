import { array, assert, asyncProperty, constantFrom, integer, option, tuple } from 'fast-check';
import { changing } from '../../../../test/support/mask-bytes.js';
import { ParquetFolder, viewParquet, withOldMoments } from '../../../../test/support/parquet-files.js';
import { CHUNK, FOOTER, footerBytes, GROUP, i64, META, structAt, structList, structsAt } from './footer.js';
import { parquetMetadata } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { readThrift, THRIFT } from './thrift.js';
import { writeFile } from 'node:fs/promises';
import type { ColumnSource } from 'hyparquet-writer';
import type { SchemaElement } from 'hyparquet';
import type { ThriftStruct } from './thrift.js';

const NAME = ({ name, ...more }: Partial<SchemaElement> = {}): SchemaElement => ({
  ...{ name: name ?? 's', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  ...more,
});

let folder: ParquetFolder;
beforeAll(async () => {
  folder = await ParquetFolder.make();
});
afterAll(() => folder.remove());

interface Made {
  readonly schema: readonly SchemaElement[];
  readonly columnData: ColumnSource[];
  readonly rowGroupSize?: number;
  readonly pageSize?: number;
}

async function make({ schema, ...more }: Made): Promise<{ readonly path: string; readonly bytes: Buffer }> {
  const root: SchemaElement = { name: 'root', num_children: more.columnData.length };
  const bytes = Buffer.from(parquetWriteBuffer({ ...more, schema: [root, ...schema] }));
  const path = folder.file('made.parquet');
  await writeFile(path, bytes);
  return { path, bytes };
}

/** The pages of a column of a row group, as they lie in the file. */
function pagesOf(bytes: Buffer, group: number, column: number): Buffer {
  const meta = metadataOf(bytes).row_groups[group]!.columns[column]!.meta_data!;
  const start = Number(meta.dictionary_page_offset ?? meta.data_page_offset);
  return bytes.subarray(start, start + Number(meta.total_compressed_size));
}

function metadataOf(bytes: Buffer): ReturnType<typeof parquetMetadata> {
  return parquetMetadata(Uint8Array.from(bytes).buffer, { geoparquet: false });
}

/** The row group as it would be without rows. */
function emptied(group: ThriftStruct): ThriftStruct {
  const chunks = structsAt(group, GROUP.COLUMNS).map((chunk) => {
    const meta = new Map(structAt(chunk, CHUNK.META)).set(META.VALUES, i64(0));
    return new Map(chunk).set(CHUNK.META, { kind: THRIFT.STRUCT, value: meta });
  });
  return new Map(group).set(GROUP.ROWS, i64(0)).set(GROUP.COLUMNS, structList(chunks));
}

/** The file with other row groups. */
function regrouped(bytes: Buffer, change: (groups: readonly ThriftStruct[]) => ThriftStruct[]): Buffer {
  const end = bytes.length - 8;
  const start = end - bytes.readUInt32LE(end);
  const footer = readThrift(bytes.subarray(start, end));
  const groups = structList(change(structsAt(footer, FOOTER.ROW_GROUPS)));
  return Buffer.concat([
    bytes.subarray(0, start),
    footerBytes(new Map(footer).set(FOOTER.ROW_GROUPS, groups)),
  ]);
}

describe('Parquet files whose masked columns are written by themselves', () => {
  it('are masked by the columns of their own names where those differ by case alone', async () => {
    const schema = [NAME({ name: 'email' }), NAME({ name: 'EMAIL' })];
    const columnData = [
      { name: 'email', data: ['a', null] },
      { name: 'EMAIL', data: ['b', 'c'] },
    ];
    const { path } = await make({ schema, columnData });
    const masked = await folder.mask(
      path,
      changing([1], (value, row) => (row === 0 ? value : `X${value}`)),
    );
    expect((await viewParquet(masked.bytes)).rows).toEqual([
      { email: 'a', EMAIL: 'b' },
      { email: null, EMAIL: 'Xc' },
    ]);
    expect(masked.counts.valuesMasked).toBe(1);
  });

  it('may have row groups without rows', async () => {
    const { path, bytes } = await make({
      ...{ schema: [NAME()], columnData: [{ name: 's', data: ['a', 'b'] }], rowGroupSize: 1 },
    });
    const change = changing([0], (value) => `X${value}`);
    await writeFile(
      path,
      regrouped(bytes, ([one, other]) => [emptied(one!), one!, emptied(one!), other!, emptied(other!)]),
    );
    const masked = await viewParquet((await folder.mask(path, change)).bytes);
    expect(masked.rows).toEqual([{ s: 'Xa' }, { s: 'Xb' }]);
    expect(masked.groupRows).toEqual([0, 1, 0, 1, 0]);
  });

  it('keep REQUIRED, ENUM, nanoseconds and every page of other columns', async () => {
    const rows = 100;
    const data = Array.from({ length: rows }, (_, row) => row);
    const schema: SchemaElement[] = [
      { name: 'id', type: 'INT32', repetition_type: 'REQUIRED' },
      NAME({ repetition_type: 'REQUIRED' }),
      NAME({ name: 'kind', converted_type: 'ENUM' }),
      { name: 'raw', type: 'FIXED_LEN_BYTE_ARRAY', type_length: 3, repetition_type: 'REQUIRED' },
      {
        ...{ name: 'at', type: 'INT64', repetition_type: 'REQUIRED', field_id: 77 },
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' },
      },
    ];
    const columnData: ColumnSource[] = [
      { name: 'id', data },
      { name: 's', data: data.map((row) => `n${row}`) },
      { name: 'kind', data: data.map((row) => (row % 3 === 0 ? null : `K${row % 2}`)) },
      { name: 'raw', data: data.map((row) => Uint8Array.of(row, 0, 255)) },
      { name: 'at', data: data.map((row) => BigInt(row) * 1_000_000_007n) },
    ];
    // Groups of a size that DuckDB would not write.
    const { path, bytes } = await make({ schema, columnData, rowGroupSize: 7 });
    const masked = await folder.mask(
      path,
      changing([1, 2], (value, row) => (row === 11 ? 'X' : value)),
    );
    const [before, after] = [await viewParquet(bytes), await viewParquet(masked.bytes)];
    expect(after.rows).toEqual(
      before.rows.map((row, index) => (index === 11 ? { ...row, s: 'X', kind: 'X' } : row)),
    );
    expect({ ...after, rows: null }).toEqual({ ...before, rows: null });
    for (let group = 0; group < 15; group++) {
      for (let column = 0; column < 5; column++) {
        const isSame = pagesOf(bytes, group, column).equals(pagesOf(masked.bytes, group, column));
        expect([group, column, isSame]).toEqual([group, column, !(group === 1 && [1, 2].includes(column))]);
      }
    }
  });

  it('keep the old moments of 96 bits beside what is masked', async () => {
    const path = folder.file('moments.parquet');
    const bytes = withOldMoments();
    await writeFile(path, bytes);
    const masked = await folder.mask(
      path,
      changing([1], (value) => `${value}!`),
    );
    expect(pagesOf(masked.bytes, 0, 0).equals(pagesOf(bytes, 0, 0))).toBe(true);
    const { rows, schema } = await viewParquet(masked.bytes);
    expect([rows.map(({ s }) => s), (schema[0] as SchemaElement).type]).toEqual([['x!', 'y!'], 'INT96']);
  });

  it('tell nothing of the old values: no bounds, filters, indexes nor order', async () => {
    const data = Array.from({ length: 500 }, (_, row) => `secret-${row}`);
    const indexed = { data, bloomFilter: true, columnIndex: true, offsetIndex: true };
    const { path, bytes } = await make({
      ...{ schema: [NAME(), NAME({ name: 'kept' })], pageSize: 1000 },
      columnData: [
        { ...indexed, name: 's' },
        { ...indexed, name: 'kept', data: data.map((text) => text.replace('secret', 'plain')) },
      ],
    });
    expect(bytes.toString('latin1')).toContain('secret-0');
    const masked = await folder.mask(
      path,
      changing([0], () => 'gone'),
    );
    expect(masked.bytes.toString('latin1')).not.toContain('secret');
    const [changed, kept] = metadataOf(masked.bytes).row_groups[0]!.columns;
    expect(changed!.meta_data).not.toHaveProperty('bloom_filter_offset', expect.anything());
    expect(changed!.column_index_offset ?? changed!.offset_index_offset).toBeUndefined();
    expect(changed!.meta_data!.statistics).toMatchObject({ null_count: 0n });
    // What other columns have still leads to their pages, which have moved.
    const [, old] = metadataOf(bytes).row_groups[0]!.columns;
    const part = (from: Buffer, at: bigint | undefined, length: number | undefined): Buffer =>
      from.subarray(Number(at), Number(at) + (length ?? 0));
    expect(part(masked.bytes, kept!.column_index_offset, kept!.column_index_length)).toEqual(
      part(bytes, old!.column_index_offset, old!.column_index_length),
    );
    expect(
      part(masked.bytes, kept!.meta_data!.bloom_filter_offset, kept!.meta_data!.bloom_filter_length),
    ).toEqual(part(bytes, old!.meta_data!.bloom_filter_offset, old!.meta_data!.bloom_filter_length));
    expect(kept!.meta_data!.data_page_offset).not.toBe(old!.meta_data!.data_page_offset);
    const { rows } = await viewParquet(masked.bytes);
    expect(rows[499]).toEqual({ s: 'gone', kept: 'plain-499' });
  });

  it('are read alike by two readers, whatever is written', async () => {
    const word = constantFrom('', 'a', 'b', 'é', '😀', 'x'.repeat(200));
    const column = array(option(tuple(word, integer({ min: 0, max: 5 }))), { minLength: 1, maxLength: 60 });
    await assert(
      asyncProperty(column, integer({ min: 1, max: 9 }), async (cells, rowGroupSize) => {
        const news = cells.map((cell) => (cell === null ? null : cell.join('')));
        const columnData = [{ name: 's', data: cells.map(() => 'old') }];
        const { path } = await make({ schema: [NAME()], columnData, rowGroupSize });
        const { bytes, counts } = await folder.mask(
          path,
          changing([0], (_, row) => news[row]!),
        );
        expect((await viewParquet(bytes)).rows.map(({ s }) => s ?? null)).toEqual(news);
        await writeFile(path, bytes);
        const seen: (string | null)[] = [];
        await folder.mask(
          path,
          changing([0], (value) => (seen.push(value), value)),
        );
        expect([seen, counts.rows]).toEqual([news, news.length]);
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  it.each<[string, (row: number) => string | null]>([
    ['few different values', (row) => (row % 5 === 0 ? null : `city ${row % 7}`)],
    ['different values', (row) => (row % 4096 < 2000 ? null : `person ${row}`)],
    ['values of which there are few at first', (row) => (row < 25_000 ? `v${row % 3}` : `person ${row}`)],
    ['one value', () => 'gone'],
    ['nulls', () => null],
  ])('may have pages of %s', async (_, valueOf) => {
    const query = `SELECT i AS id, 'old' || i AS s FROM range(70000) t(i)`;
    const path = await folder.write('pages.parquet', query, ', ROW_GROUP_SIZE 65536, COMPRESSION zstd');
    const { bytes } = await folder.mask(
      path,
      changing([1], (_old, row) => valueOf(row)),
    );
    const { rows, codecs } = await viewParquet(bytes);
    expect(rows.findIndex(({ s }, row) => (s ?? null) !== valueOf(row))).toBe(-1);
    expect([rows.length, codecs]).toEqual([70_000, ['ZSTD']]);
  });

  it.each([
    ['DATE', 'infinity', '2021-01-01'],
    ['DATE', '-infinity', '2021-01-01'],
    ['DATE', '1200000-03-01', '2021-01-01'],
    ['DATE', '0401-02-28 (BC)', '2021-01-01'],
    ['TIMESTAMP', 'infinity', '2021-01-01'],
    ['TIMESTAMP', '-infinity', '2021-01-01'],
    ['TIMESTAMP', '290000-02-28 23:59:59.999999', '2021-01-01'],
    ['TIMESTAMPTZ', 'infinity', '2021-01-01'],
    ['TIME', '24:00:00', '11:00:00'],
  ])('keep the %s %s beside a masked value', async (type, kept, masked) => {
    const query = `SELECT unnest(['${kept}'::${type}, '${masked}'::${type}, '${kept}'::${type}]) AS v`;
    const path = await folder.write('kept.parquet', query);
    const change = changing([0], (value, row) => (row === 0 ? masked : value));
    const { bytes } = await folder.mask(path, change);
    const [before, after] = [await viewParquet(path), await viewParquet(bytes)];
    const [, other, own] = before.rows;
    expect(after.rows).toEqual([other, other, own]);
    expect(own).not.toEqual(other);
  });

  it.each(['DECIMAL(5,2)', 'DECIMAL(15,2)', 'DECIMAL(30,2)'])(
    'take no more digits than %s has',
    async (type) => {
      const path = await folder.write('digits.parquet', `SELECT 1.25::${type} AS v`);
      const digits = Number(/\d+/.exec(type)) - 2;
      const { bytes } = await folder.mask(
        path,
        changing([0], () => '9'.repeat(digits)),
      );
      expect((await viewParquet(bytes)).rows).toEqual([{ v: Number('9'.repeat(digits)) }]);
      for (const unfit of ['9'.repeat(digits + 1), 'infinity']) {
        const failing = folder.mask(
          path,
          changing([0], () => unfit),
        );
        await expect(failing).rejects.toMatchObject({ fault: 'bad_value' });
      }
    },
  );

  it('wait for masks that ask a service', async () => {
    const path = await folder.write('asked.parquet', `SELECT 'n' || i AS s FROM range(5000) t(i)`);
    const { bytes, counts } = await folder.mask(path, () => ({
      ...{ read: [0], write: [0] },
      mask: (rows) => Promise.resolve(rows.map(([value]) => [`${value}!`])),
    }));
    expect((await viewParquet(bytes)).rows[4999]).toEqual({ s: 'n4999!' });
    expect(counts.valuesMasked).toBe(5000);
  });

  it('take no null where there must be a value', async () => {
    const schema = [NAME({ repetition_type: 'REQUIRED' })];
    const { path } = await make({ schema, columnData: [{ name: 's', data: ['a'] }] });
    const failing = folder.mask(
      path,
      changing([0], () => null),
    );
    await expect(failing).rejects.toMatchObject({ fault: 'bad_value' });
  });
});
