import fc from 'fast-check';
import type { DatabaseSession, TableDescription } from '../../src/adapters/databases/index.js';
import { postgresAdapter } from '../../src/adapters/databases/postgres/postgres-adapter.js';
import { EVERY_TYPE, EVERY_TYPE_SETUP } from './support/every-type.js';
import type { PostgresTarget } from './support/postgres-target.js';
import { createPostgresTarget } from './support/postgres-target.js';
import { batchOf, readAll, scanOf } from './support/walk.js';

describe('PostgreSQL types', () => {
  let target: PostgresTarget;
  let session: DatabaseSession;
  let table: TableDescription;
  const columns = EVERY_TYPE.map((_, place) => `c${place}`);
  const checksums = (): Promise<unknown> =>
    target.sql(
      `SELECT ${columns.map((name) => `md5(string_agg(${name}::text, '|' ORDER BY id))`).join(', ')} FROM t`,
    );
  /** Bytes as stored, where the text form could hide a difference. */
  const stored = (name: string): Promise<unknown> =>
    target.sql(`SELECT id, pg_column_size(${name}), ${name}::text FROM t ORDER BY id`);

  beforeAll(async () => {
    target = await createPostgresTarget();
    await target.sql(EVERY_TYPE_SETUP);
    const definitions = EVERY_TYPE.map(({ type }, place) => `c${place} ${type}`);
    await target.sql(`CREATE TABLE t (id int PRIMARY KEY, secret text, ${definitions.join(', ')})`);
    for (const row of [0, 1] as const) {
      const values = EVERY_TYPE.map(({ values: pair }) => pair[row]);
      await target.sql(`INSERT INTO t VALUES (${row + 1}, 'secret ${row}', ${values.join(', ')})`);
    }
    const nulls = EVERY_TYPE.map(({ type }) => (type === 'nested_code' ? "'n'" : 'NULL'));
    await target.sql(`INSERT INTO t VALUES (3, NULL, ${nulls.join(', ')})`);
    session = await postgresAdapter.open(target.settings, 'types');
    table = await session.describeTable({ schema: 'public', table: 't' });
  });

  afterAll(async () => {
    await session.close();
    await target.drop();
  });

  it('knows at least forty', () => {
    expect(EVERY_TYPE.length).toBeGreaterThan(40);
    expect(table.columns.map((column) => column.name)).toEqual(['id', 'secret', ...columns]);
  });

  it('leaves every other column byte-identical when one is masked', async () => {
    const before = await checksums();
    const scan = scanOf(table, ['id'], ['secret']);
    await session.writeBatch(
      null,
      batchOf(scan, await readAll(session, scan), () => 'masked'),
    );
    expect(await target.sql('SELECT DISTINCT secret FROM t')).toEqual([['masked']]);
    expect(await checksums()).toEqual(before);
  });

  it.each(EVERY_TYPE.map(({ type }, place) => [type, `c${place}`] as const))(
    'gives %s back unchanged when rewritten with its own text',
    async (_, name) => {
      const before = await stored(name);
      const scan = scanOf(table, ['id'], [name]);
      const rows = await readAll(session, scan);
      expect(rows).toHaveLength(3);
      await session.writeBatch(
        null,
        batchOf(scan, rows, (text) => text),
      );
      expect(await stored(name)).toEqual(before);
      expect(await readAll(session, scan)).toEqual(rows);
    },
  );

  it('carries any text through text and non-text array parameters', async () => {
    await target.sql('CREATE TABLE any_text (id text PRIMARY KEY, a text, b varchar, c text[], d citext)');
    const anyText = await session.describeTable({ schema: 'public', table: 'any_text' });
    const scan = scanOf(anyText, ['id'], ['a', 'b', 'd']);
    await target.sql("INSERT INTO any_text SELECT 'k' || n, '', '', '{}', '' FROM generate_series(1, 50) n");
    const rows = await readAll(session, scan);
    const text = fc.string({ unit: 'binary', maxLength: 30 }).filter((sample) => !sample.includes('\u0000'));
    const samples = fc.sample(fc.option(text), { numRuns: rows.length * 3, seed: 7 });
    let next = 0;
    const batch = batchOf(scan, rows, () => samples[next++ % samples.length] ?? null);
    await session.writeBatch(null, batch);
    const written = await readAll(session, scan);
    expect(written).toEqual(rows.map((_, place) => batch.columns.map((column) => column[place])));
  });

  it('tells the engine what it may know of a column', () => {
    const shapes = table.columns
      .slice(2)
      .map(({ kind, maxLength, numericPrecision, numericScale }, place) => [
        EVERY_TYPE[place]?.type,
        kind,
        maxLength ?? numericPrecision,
        numericScale,
      ]);
    expect(shapes.filter(([, kind]) => kind !== 'other')).toEqual([
      ['smallint', 'integer', 5, 0],
      ['integer', 'integer', 10, 0],
      ['bigint', 'integer', 19, 0],
      ['numeric', 'decimal', null, null],
      ['numeric(12,4)', 'decimal', 12, 4],
      ['numeric(5)', 'decimal', 5, 0],
      ['real', 'float', null, null],
      ['double precision', 'float', null, null],
      ['boolean', 'boolean', null, null],
      ['text', 'text', null, null],
      ['varchar(20)', 'text', 20, null],
      ['char(10)', 'text', 10, null],
      ['name', 'text', 63, null],
      ['citext', 'text', null, null],
      ['bytea', 'bytes', null, null],
      ['date', 'date', null, null],
      ['timestamp', 'datetime', null, null],
      ['timestamp(2)', 'datetime', null, null],
      ['timestamptz', 'datetime', null, null],
      ['time', 'time', null, null],
      ['timetz', 'time', null, null],
      ['json', 'json', null, null],
      ['jsonb', 'json', null, null],
      ['short_code', 'text', 8, null],
      ['nested_code', 'text', 8, null],
    ]);
    const nested = table.columns.find((column) => column.typeName === 'nested_code');
    expect(nested?.nullable).toBe(false);
  });

  it.each([
    ['varchar(20)', 'x'.repeat(21), 'value_too_long'],
    ['char(10)', 'x'.repeat(11), 'value_too_long'],
    ['short_code', 'x'.repeat(9), 'value_too_long'],
    ['short_code', '9', 'constraint_violation'],
    ['varchar(5)[]', '{toolong}', 'value_too_long'],
    ['bit(5)', '1011', 'bad_value'],
    ['uuid', 'nonsense', 'bad_value'],
    ['"Mood ""x"""', 'nonsense', 'bad_value'],
    ['numeric(12,4)', '999999999', 'bad_value'],
    ['jsonb', '{', 'bad_value'],
    ['address', '(x', 'bad_value'],
    ['text', 'a\u0000b', 'bad_value'],
  ])('never cuts or bends a value to fit %s', async (type, text, code) => {
    const name = `c${EVERY_TYPE.findIndex((candidate) => candidate.type === type)}`;
    const scan = scanOf(table, ['id'], [name]);
    const before = await readAll(session, scan);
    const error: unknown = await session
      .writeBatch(
        null,
        batchOf(scan, before, () => text),
      )
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'DatabaseError', code });
    expect((error as Error).message).not.toContain(text);
    expect(await readAll(session, scan)).toEqual(before);
  });
});
