import fc from 'fast-check';
import type { DatabaseSession, TableDescription } from '../../src/adapters/databases/index.js';
import { mysqlAdapter } from '../../src/adapters/databases/mysql/mysql-adapter.js';
import type { MariadbTarget, TestMariadb } from '../support/mariadb.js';
import { describeWithMariadb, startMariadb } from '../support/mariadb.js';
import { EVERY_MYSQL_TYPE } from './support/every-mysql-type.js';
import { batchOf, readAll, scanOf } from './support/walk.js';

describeWithMariadb('MySQL types', () => {
  let server: TestMariadb;
  let target: MariadbTarget;
  let session: DatabaseSession;
  let table: TableDescription;
  const columns = EVERY_MYSQL_TYPE.map((_, place) => `c${place}`);
  const bytesOf = (name: string): string => `HEX(CAST(${name} AS BINARY))`;
  /** Bytes as stored; of floats all digits. */
  const stored = (name: string): Promise<unknown> => {
    const isFloat = EVERY_MYSQL_TYPE[Number(name.slice(1))]?.type.startsWith('float') === true;
    return target.sql(`SELECT id, ${bytesOf(isFloat ? `${name} * 1e0` : name)} FROM t ORDER BY id`);
  };
  const describe_ = async (name: string): Promise<TableDescription> =>
    session.describeTable((await session.resolveTable(name))!);

  beforeAll(async () => {
    server = await startMariadb();
    target = await server.createTarget();
    await target.sql("SET sql_mode = 'ALLOW_INVALID_DATES', time_zone = '+00:00'");
    const definitions = EVERY_MYSQL_TYPE.map(({ type }, place) => `c${place} ${type}`);
    await target.sql(`CREATE TABLE t (id int PRIMARY KEY, secret varchar(40), ${definitions.join(', ')})`);
    for (const row of [0, 1] as const) {
      const values = EVERY_MYSQL_TYPE.map(({ values: pair }) => pair[row]);
      await target.sql(`INSERT INTO t VALUES (${row + 1}, 'secret ${row}', ${values.join(', ')})`);
    }
    await target.sql(`INSERT INTO t (id) VALUES (3)`);
    session = await mysqlAdapter.open(target.settings, 'types');
    table = await describe_('t');
  });

  afterAll(async () => {
    await session.close();
    await server.stop();
  });

  it('leaves every other column byte-identical when one is masked', async () => {
    const checksums = (): Promise<unknown> =>
      target.sql(
        `SELECT ${columns.map((name) => `MD5(GROUP_CONCAT(${bytesOf(name)} ORDER BY id))`).join(', ')} FROM t`,
      );
    const before = await checksums();
    const scan = scanOf(table, ['id'], ['secret']);
    await session.writeBatch(
      null,
      batchOf(scan, await readAll(session, scan), () => 'masked'),
    );
    expect(await target.sql('SELECT DISTINCT secret FROM t')).toEqual([['masked']]);
    expect(await checksums()).toEqual(before);
  });

  it.each(EVERY_MYSQL_TYPE.map(({ type }, place) => [type, `c${place}`] as const))(
    'gives %s back unchanged when rewritten with its own text',
    async (_, name) => {
      const before = await stored(name);
      const scan = scanOf(table, ['id'], [name]);
      const rows = await readAll(session, scan);
      expect(rows).toHaveLength(3);
      expect(rows[0]?.[1]).not.toBeNull();
      await session.writeBatch(
        null,
        // the same text by way of another, so that the server must write it
        batchOf(scan, rows, () => null),
      );
      await session.writeBatch(
        null,
        batchOf(scan, rows, (text) => text),
      );
      expect(await stored(name)).toEqual(before);
      expect(await readAll(session, scan)).toEqual(rows);
    },
  );

  it('hits the named column alone where computed and invisible ones lie between', async () => {
    await target.sql(`CREATE TABLE between_others (hidden varchar(9) INVISIBLE DEFAULT 'h', id int PRIMARY KEY,
      first_is varchar(9) AS (LEFT(secret, 1)) VIRTUAL, kept varchar(9), length_is int AS (LENGTH(secret)) STORED,
      also_hidden varchar(9) INVISIBLE, secret varchar(9), last varchar(9))`);
    await target.sql(`INSERT INTO between_others (hidden, id, kept, also_hidden, secret, last)
      VALUES ('h1', 1, 'k1', 'a1', 'abc', 'l1'), ('h2', 2, 'k2', NULL, 'defg', NULL)`);
    const scan = scanOf(await describe_('between_others'), ['id'], ['secret']);
    const rows = await readAll(session, scan);
    expect(rows.map((row) => row[1])).toEqual(['abc', 'defg']);
    await session.writeBatch(
      null,
      batchOf(scan, rows, () => 'masked'),
    );
    const all = 'hidden, id, first_is, kept, length_is, also_hidden, secret, last';
    expect(await target.sql(`SELECT ${all} FROM between_others ORDER BY id`)).toEqual([
      ['h1', '1', 'm', 'k1', '6', 'a1', 'masked', 'l1'],
      ['h2', '2', 'm', 'k2', '6', null, 'masked', null],
    ]);
  });

  it('carries any text through its literals', async () => {
    await target.sql(`CREATE TABLE any_text (id varchar(20) PRIMARY KEY, a varchar(200), b longtext,
      c varchar(200) CHARACTER SET utf16, d longblob)`);
    await target.sql("INSERT INTO any_text (id) SELECT CONCAT('k', seq) FROM seq_1_to_50");
    const scan = scanOf(await describe_('any_text'), ['id'], ['a', 'b', 'c']);
    const rows = await readAll(session, scan);
    const text = fc.string({ unit: 'binary', maxLength: 30 });
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
      .map(({ kind, maxLength, numericPrecision, numericScale, caseInsensitive }, place) => [
        EVERY_MYSQL_TYPE[place]?.type,
        kind,
        maxLength ?? numericPrecision,
        numericScale,
        caseInsensitive,
      ]);
    const known = (type: string): unknown => shapes.find(([name]) => name === type)?.slice(1);
    expect(known('tinyint')).toEqual(['integer', 3, 0, false]);
    expect(known('bigint unsigned')).toEqual(['integer', 19, 0, false]);
    expect(known('decimal(65,30)')).toEqual(['decimal', 65, 30, false]);
    expect(known('double')).toEqual(['float', null, null, false]);
    expect(known('varchar(40)')).toEqual(['text', 40, null, true]);
    expect(known('json')).toEqual(['json', null, null, false]);
    expect(known('blob')).toEqual(['bytes', null, null, false]);
    expect(known('datetime(6)')).toEqual(['datetime', null, null, false]);
    expect(known('time')).toEqual(['time', null, null, false]);
    expect(known('uuid')).toEqual(['other', null, null, false]);
    expect(known('bit(5)')).toEqual(['other', null, null, false]);
  });

  it('writes nothing of a text that is no value of its type', async () => {
    for (const [type, text] of [
      ['bit(5)', 'abc'],
      ['tinyint', '128'],
      ['date', '2021-13-01'],
      ["enum('so, so', 'it''s', 'null', '')", 'other'],
      ['uuid', 'x'],
    ] as const) {
      const name = `c${EVERY_MYSQL_TYPE.findIndex((each) => each.type === type)}`;
      const scan = scanOf(table, ['id'], [name]);
      const before = await readAll(session, scan);
      const batch = batchOf(scan, before, () => text);
      await expect(session.writeBatch(null, batch)).rejects.toMatchObject({
        code: 'bad_value',
        message: expect.stringContaining(`"${name}"`) as string,
      });
      expect(await readAll(session, scan)).toEqual(before);
    }
  });
});
