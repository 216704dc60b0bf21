import type {
  DatabaseAdapter,
  DatabaseSession,
  DatabaseSettings,
  TableScan,
} from '../../../src/adapters/databases/index.js';
import type { RowText } from '../../../src/engine/index.js';
import { batchOf, claimOf, readAll, scanOf } from '../support/walk.js';

/** A real, empty database of the adapter's kind, and a way to it that is not the adapter's. */
export interface DatabaseTarget {
  readonly settings: DatabaseSettings;
  sql(text: string): Promise<RowText[]>;
}

export interface DatabaseContract {
  readonly adapter: DatabaseAdapter;
  readonly target: () => DatabaseTarget;
  /** Names that must survive quoting, as the catalog holds them. */
  readonly hostileNames: readonly string[];
  readonly quote: (name: string) => string;
  /** Key column types with expressions that give a distinct key for each `n`. */
  readonly keys: readonly { readonly types: readonly string[]; readonly values: readonly string[] }[];
}

const NO_RANGE = { after: null, upTo: null };

/** What every database adapter promises, on a real server. */
export function databaseContract(contract: DatabaseContract): void {
  const { adapter, quote } = contract;
  let session: DatabaseSession;
  let counter = 0;

  const sql = (text: string): Promise<RowText[]> => contract.target().sql(text);
  const open = (name = 'contract'): Promise<DatabaseSession> =>
    adapter.open(contract.target().settings, name);
  const fresh = (): string => `t${(counter += 1)}`;

  async function people(rows: number): Promise<{ table: string; scan: TableScan }> {
    const table = fresh();
    await sql(`CREATE TABLE ${table} (id int PRIMARY KEY, name varchar(40), note varchar(40) NOT NULL)`);
    if (rows > 0) {
      const values = Array.from({ length: rows }, (_, n) => `(${n + 1}, 'name ${n + 1}', 'note ${n + 1}')`);
      await sql(`INSERT INTO ${table} VALUES ${values.join(', ')}`);
    }
    const name = await session.resolveTable(table);
    const description = await session.describeTable(name ?? { schema: '', table });
    return { table, scan: scanOf(description, ['id'], ['name']) };
  }

  beforeAll(async () => {
    session = await open();
  });

  afterAll(async () => {
    await session.close();
  });

  describe('names', () => {
    it('carries hostile names of schemas, tables and columns through every statement', async () => {
      for (const hostile of contract.hostileNames) {
        await sql(`CREATE TABLE ${quote(hostile)} (${quote(hostile)} int PRIMARY KEY, v varchar(20))`);
        await sql(`INSERT INTO ${quote(hostile)} VALUES (1, 'old'), (2, 'old')`);
        const name = await session.resolveTable(quote(hostile));
        expect(name?.table).toBe(hostile);
        const description = await session.describeTable(name ?? { schema: '', table: '' });
        expect(description.primaryKey).toEqual([hostile]);
        const scan = scanOf(description, [hostile], ['v']);
        expect(await session.checkKey(scan.table, [hostile])).toEqual({ nulls: false, duplicates: false });
        expect(await session.splitByKey(scan, 2)).toHaveLength(2);
        const rows = await readAll(session, scan, NO_RANGE, 1);
        await session.writeBatch(
          null,
          batchOf(scan, rows, () => 'new'),
        );
        expect(await sql(`SELECT DISTINCT v FROM ${quote(hostile)}`)).toEqual([['new']]);
        expect(await session.truncateTable(null, scan.table)).toBe('truncate');
        await sql(`DROP TABLE ${quote(hostile)}`);
      }
    });

    it('finds no table where there is none', async () => {
      expect(await session.resolveTable('no_such_table')).toBeNull();
      expect(await session.resolveTable('"open')).toBeNull();
      expect(await session.resolveTable('')).toBeNull();
      expect(await session.resolveTable('a.b.c.d')).toBeNull();
    });
  });

  describe('reading', () => {
    it('walks in key order and ends with an empty page', async () => {
      const { scan } = await people(20);
      const rows = await readAll(session, scan);
      expect(rows.map((row) => row[0])).toEqual(Array.from({ length: 20 }, (_, n) => String(n + 1)));
    });

    it('keeps to the where condition', async () => {
      const { scan, table } = await people(20);
      const where = `${table}.id > 5 AND ${table}.id <= 8 -- a remark`;
      expect(await readAll(session, { ...scan, where })).toHaveLength(3);
      expect(await session.countRows(scan.table, where)).toBe(3);
      expect(await session.countRows(scan.table, null)).toBe(20);
    });

    it('counts groups of equal rows by their very texts, NULL too', async () => {
      const table = fresh();
      const long = 'x'.repeat(3000);
      await sql(`CREATE TABLE ${table} (a varchar(10), b text, c date)`);
      await sql(`INSERT INTO ${table} VALUES ('Ann', '${long}1', '2024-01-02'), ('ann', '${long}2', '2024-01-02'),
        ('Ann', '${long}1', '2024-01-02'), (NULL, NULL, NULL), (NULL, NULL, '2024-01-02')`);
      const name = await session.resolveTable(table);
      const count = (columns: readonly string[], passNulls = false): ReturnType<typeof session.countGroups> =>
        session.countGroups(name ?? { schema: '', table }, { columns, below: 2, passNulls });
      expect(await count(['a', 'b'])).toEqual({ rows: 5, groups: 3, smallest: 1, singles: 1, rowsBelow: 1 });
      expect(await count(['c'])).toEqual({ rows: 5, groups: 2, smallest: 1, singles: 1, rowsBelow: 1 });
      expect(await count(['b'], true)).toEqual({ rows: 3, groups: 2, smallest: 1, singles: 1, rowsBelow: 1 });
      await sql(`DELETE FROM ${table}`);
      expect(await count(['a'])).toEqual({ rows: 0, groups: 0, smallest: 0, singles: 0, rowsBelow: 0 });
    });

    it.each([
      ['id >'],
      ['id = 1;'],
      ['id = 1; DROP TABLE x'],
      ['id = 1) OR (1 = 1'],
      ['nope = 1'],
      ["name = 'x"],
      [''],
    ])('refuses the where condition %p', async (where) => {
      const { scan } = await people(1);
      await expect(session.checkWhere(scan.table, where)).rejects.toMatchObject({ code: 'bad_where' });
      await session.checkWhere(scan.table, "id = 1 AND name <> 'a;b' /* ; */");
    });

    it('splits every kind of key into ranges that hold each row once', async () => {
      for (const { types, values } of contract.keys) {
        const table = fresh();
        const columns = types.map((type, place) => `k${place} ${type} NOT NULL`);
        const key = types.map((_, place) => `k${place}`);
        await sql(
          `CREATE TABLE ${table} (${columns.join(', ')}, v varchar(9), PRIMARY KEY (${key.join(', ')}))`,
        );
        for (const value of values) {
          await sql(`INSERT INTO ${table} (${key.join(', ')}) ${value}`);
        }
        const name = await session.resolveTable(table);
        const scan = scanOf(await session.describeTable(name ?? { schema: '', table }), key, ['v']);
        const whole = await readAll(session, scan);
        expect(whole).toHaveLength(Number((await sql(`SELECT count(*) FROM ${table}`))[0]?.[0]));
        for (const parts of [1, 2, 3, 8, 100]) {
          const ranges = await session.splitByKey(scan, parts);
          expect(ranges.length).toBeLessThanOrEqual(parts);
          const pieces: RowText[] = [];
          for (const range of ranges) {
            pieces.push(...(await readAll(session, scan, range)));
          }
          expect({ types, pieces }).toEqual({ types, pieces: whole });
        }
      }
    });

    it('sees NULLs and duplicates in a would-be key', async () => {
      const table = fresh();
      await sql(`CREATE TABLE ${table} (a int, b int NOT NULL, c int UNIQUE)`);
      await sql(`INSERT INTO ${table} VALUES (1, 1, 1), (NULL, 1, 2), (2, 2, NULL)`);
      const name = (await session.resolveTable(table)) ?? { schema: '', table };
      expect(await session.checkKey(name, ['a'])).toEqual({ nulls: true, duplicates: false });
      expect(await session.checkKey(name, ['b'])).toEqual({ nulls: false, duplicates: true });
      expect(await session.checkKey(name, ['a', 'b'])).toEqual({ nulls: true, duplicates: false });
      expect(await session.checkKey(name, ['c'])).toEqual({ nulls: true, duplicates: false });
    });
  });

  describe('writing', () => {
    it('changes the named columns of the named rows only, with its cursor', async () => {
      const { scan, table } = await people(5);
      await session.createProgressTable({ name: `p_${table}` });
      const claim = claimOf(`p_${table}`);
      expect(await session.claimPartition(claim)).toEqual({ lastKey: null, rowsRead: 0, rowsWritten: 0 });
      const page = await session.readPage(scan, NO_RANGE, 2);
      await session.writeBatch(
        claim,
        batchOf(scan, page, (text) => (text === 'name 2' ? null : `"\\${text ?? ''},{}`)),
      );
      expect(await sql(`SELECT id, name, note FROM ${table} WHERE id <= 3 ORDER BY id`)).toEqual([
        ['1', '"\\name 1,{}', 'note 1'],
        ['2', null, 'note 2'],
        ['3', 'name 3', 'note 3'],
      ]);
      expect(await session.claimPartition(claimOf(`p_${table}`))).toEqual({
        lastKey: ['2'],
        rowsRead: 2,
        rowsWritten: 2,
      });
    });

    it('settles what it wrote, for the holder only', async () => {
      const { table } = await people(1);
      await session.createProgressTable({ name: `p_${table}` });
      const claim = claimOf(`p_${table}`);
      await session.claimPartition(claim);
      await session.settlePartition(claim);
      await session.claimPartition(claimOf(`p_${table}`));
      await expect(session.settlePartition(claim)).rejects.toMatchObject({ code: 'claim_lost' });
    });

    it('keeps the counts of columns with its cursor, in tables made by a version before without them', async () => {
      const { scan, table } = await people(4);
      const progress = `p_${table}`;
      await session.createProgressTable({ name: progress });
      const columnCounts = [{ column: 'na"me\'s', changed: 1, skipped: 1, unchanged: null }];
      const write = async (by: DatabaseSession): Promise<unknown> => {
        const claim = claimOf(progress);
        await by.claimPartition(claim);
        const batch = batchOf(scan, await by.readPage(scan, NO_RANGE, 2), (text) => text);
        await by.writeBatch(claim, { ...batch, cursor: { ...batch.cursor, columnCounts } });
        return by.claimPartition(claimOf(progress));
      };
      const cursor = { lastKey: ['2'], rowsRead: 2, rowsWritten: 2 };
      expect(await write(session)).toEqual({ ...cursor, columnCounts });
      await sql(`ALTER TABLE ${progress} DROP COLUMN column_counts`);
      const other = await contract.adapter.open(contract.target().settings, 'contract of an old table');
      expect(await write(other)).toEqual(cursor);
      expect([...(await other.endClaims({ name: progress })).values()]).toEqual([cursor]);
      await other.close();
    });

    it('moves the cursor alone when no row changes', async () => {
      const { scan, table } = await people(1);
      await session.createProgressTable({ name: `p_${table}` });
      const claim = claimOf(`p_${table}`);
      await session.claimPartition(claim);
      const cursor = { lastKey: ['9'], rowsRead: 9, rowsWritten: 0 };
      await session.writeBatch(claim, { ...batchOf(scan, [], () => null), cursor });
      expect(await session.claimPartition(claimOf(`p_${table}`))).toEqual(cursor);
      await expect(
        session.writeBatch(
          claim,
          batchOf(scan, [], () => null),
        ),
      ).rejects.toMatchObject({
        code: 'claim_lost',
      });
    });

    it('writes nothing when a row has vanished', async () => {
      const { scan, table } = await people(3);
      await session.createProgressTable({ name: `p_${table}` });
      const claim = claimOf(`p_${table}`);
      await session.claimPartition(claim);
      const rows = await readAll(session, scan);
      await sql(`DELETE FROM ${table} WHERE id = 2`);
      await expect(
        session.writeBatch(
          claim,
          batchOf(scan, rows, () => 'new'),
        ),
      ).rejects.toMatchObject({
        code: 'rows_vanished',
        transient: false,
      });
      expect(await sql(`SELECT name FROM ${table} ORDER BY id`)).toEqual([['name 1'], ['name 3']]);
      expect((await session.claimPartition(claimOf(`p_${table}`))).rowsRead).toBe(0);
    });

    it('fences: of two holders only the later one writes', async () => {
      const { scan, table } = await people(50);
      await session.createProgressTable({ name: `p_${table}` });
      const rows = await readAll(session, scan);
      const rivals = await Promise.all([open('rival 1'), open('rival 2')]);
      for (let round = 0; round < 10; round += 1) {
        const [first, second] = [claimOf(`p_${table}`, round), claimOf(`p_${table}`, round)];
        const [a, b] = rivals;
        await a.claimPartition(first);
        const write = a
          .writeBatch(
            first,
            batchOf(scan, rows, () => `first ${round}`),
          )
          .then(
            () => 'written',
            (error: unknown) => (error as { code: string }).code,
          );
        const cursor = await b.claimPartition(second);
        const outcome = await write;
        expect(cursor.rowsRead).toBe(outcome === 'written' ? 50 : 0);
        expect(['written', 'claim_lost']).toContain(outcome);
        await b.writeBatch(
          second,
          batchOf(scan, rows, () => `second ${round}`),
        );
        await expect(
          a.writeBatch(
            first,
            batchOf(scan, rows, () => 'late'),
          ),
        ).rejects.toMatchObject({
          code: 'claim_lost',
        });
        expect(await sql(`SELECT DISTINCT name FROM ${table}`)).toEqual([[`second ${round}`]]);
      }
      await Promise.all(rivals.map((rival) => rival.close()));
    });

    it('waits for the lock of a row no longer than it should, and writes the batch when it is free', async () => {
      const progress = { name: fresh() };
      const { table, scan } = await people(3);
      await session.createProgressTable(progress);
      const claim = claimOf(progress.name);
      const waiting = await adapter.open(contract.target().settings, 'waiting', { lockWaitMs: 200 });
      try {
        await waiting.claimPartition(claim);
        const batch = batchOf(scan, await readAll(waiting, scan), (text) => `new ${text ?? ''}`);
        await sql('BEGIN');
        await sql(`UPDATE ${table} SET note = 'held' WHERE id = 2`);
        await expect(waiting.writeBatch(claim, batch)).rejects.toMatchObject({
          ...{ code: 'lock_timeout', transient: true },
        });
        await sql('COMMIT');
        expect(await sql(`SELECT count(*) FROM ${table} WHERE name LIKE 'new%'`)).toEqual([['0']]);
        await waiting.writeBatch(claim, batch);
        expect(await sql(`SELECT id, name, note FROM ${table} WHERE id = 2`)).toEqual([
          ['2', 'new name 2', 'held'],
        ]);
        expect(await waiting.claimPartition(claimOf(progress.name))).toEqual(batch.cursor);
      } finally {
        await waiting.close();
        await session.dropProgressTable(progress);
      }
    });

    it('goes on from the cursor after a session died between reading and writing', async () => {
      const { scan, table } = await people(30);
      await session.createProgressTable({ name: `p_${table}` });
      for (let life = 0, done = false; !done; life += 1) {
        const worker = await open(`life ${life}`);
        const claim = claimOf(`p_${table}`);
        let cursor = await worker.claimPartition(claim);
        const pages = life % 3;
        for (let page = 0; page <= pages && !done; page += 1) {
          const rows = await worker.readPage(scan, { after: cursor.lastKey, upTo: null }, 4);
          done = rows.length === 0;
          if (page < pages && !done) {
            const batch = batchOf(scan, rows, (text) => `${text ?? ''}!`);
            cursor = {
              ...batch.cursor,
              rowsRead: cursor.rowsRead + rows.length,
              rowsWritten: cursor.rowsWritten + rows.length,
            };
            await worker.writeBatch(claim, { ...batch, cursor });
          }
        }
        await worker.close();
      }
      expect((await session.claimPartition(claimOf(`p_${table}`))).rowsWritten).toBe(30);
      expect((await readAll(session, scan)).map((row) => row[1])).toEqual(
        Array.from({ length: 30 }, (_, n) => `name ${n + 1}!`),
      );
    });

    it('reports constraint and length faults by name, without any value', async () => {
      const table = fresh();
      await sql(`CREATE TABLE ${table} (id int PRIMARY KEY, u varchar(9) UNIQUE, n int NOT NULL)`);
      await sql(`INSERT INTO ${table} VALUES (1, 'one', 1), (2, 'two', 2)`);
      const name = (await session.resolveTable(table)) ?? { schema: '', table };
      const description = await session.describeTable(name);
      const cases = [
        { column: 'u', value: 'secretive', code: 'constraint_violation' },
        { column: 'u', value: 'secretive value', code: 'value_too_long' },
        { column: 'n', value: 'secretive', code: 'bad_value' },
        { column: 'n', value: null, code: 'constraint_violation' },
      ];
      for (const { column, value, code } of cases) {
        const scan = scanOf(description, ['id'], [column]);
        const rows = await readAll(session, scan);
        const error: unknown = await session
          .writeBatch(
            null,
            batchOf(scan, rows, () => value),
          )
          .catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ name: 'DatabaseError', code, transient: false });
        expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain('secretive');
        expect((error as Error).message).toMatch(new RegExp(`"[^"]*${column}[^"]*"`));
      }
      expect(await sql(`SELECT u, n FROM ${table} ORDER BY id`)).toEqual([
        ['one', '1'],
        ['two', '2'],
      ]);
    });

    it('names the columns of a constraint that is not kept', async () => {
      const [table, other] = [fresh(), fresh()];
      await sql(`CREATE TABLE ${other} (code varchar(9) PRIMARY KEY)`);
      await sql(`INSERT INTO ${other} VALUES ('one'), ('two')`);
      await sql(`CREATE TABLE ${table} (id int PRIMARY KEY, part varchar(9), unit varchar(9),
        code varchar(9) REFERENCES ${other}, UNIQUE (unit, part))`);
      await sql(`INSERT INTO ${table} VALUES (1, 'a', 'x', 'one'), (2, 'b', 'x', 'two')`);
      const description = await session.describeTable((await session.resolveTable(table))!);
      const faultOf = async (column: string): Promise<string> => {
        const scan = scanOf(description, ['id'], [column]);
        const batch = batchOf(scan, await readAll(session, scan), () => 'secretive');
        const error: unknown = await session.writeBatch(null, batch).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: 'constraint_violation' });
        return (error as Error).message;
      };
      expect(await faultOf('part')).toMatch(/: columns "unit", "part"$/);
      expect(await faultOf('code')).toMatch(/: column "code"$/);
      const flagged = description.columns.filter((column) => column.inUniqueIndex);
      expect(flagged.map((column) => column.name)).toEqual(['id', 'part', 'unit']);
    });
  });

  describe('statements', () => {
    it('runs SQL text exactly once per partition and sums what it changed', async () => {
      const { table } = await people(6);
      await session.createProgressTable({ name: `p_${table}` });
      const claim = claimOf(`p_${table}`);
      await session.claimPartition(claim);
      const text = `UPDATE ${table} SET note = 'x' WHERE id <= 4; DELETE FROM ${table} WHERE id = 6;`;
      expect(await session.runStatement(claim, text)).toBe(5);
      expect(await session.runStatement(claim, text)).toBeNull();
      const second = claimOf(`p_${table}`);
      await session.claimPartition(second);
      expect(await session.runStatement(second, text)).toBeNull();
      await expect(session.runStatement(claim, text)).rejects.toMatchObject({ code: 'claim_lost' });
    });

    it('leaves nothing of a text that fails', async () => {
      const { table } = await people(2);
      await session.createProgressTable({ name: `p_${table}` });
      const claim = claimOf(`p_${table}`);
      await session.claimPartition(claim);
      await expect(
        session.runStatement(claim, `DELETE FROM ${table}; SELECT no_such_column FROM ${table}`),
      ).rejects.toMatchObject({ name: 'DatabaseError' });
      expect(await sql(`SELECT count(*) FROM ${table}`)).toEqual([['2']]);
      expect(await session.runStatement(claim, `DELETE FROM ${table}`)).toBe(2);
    });

    it('empties a table, by DELETE where another refers to it', async () => {
      const { table } = await people(3);
      const child = fresh();
      await sql(`CREATE TABLE ${child} (parent int REFERENCES ${table} (id))`);
      await session.createProgressTable({ name: `p_${table}` });
      const name = (await session.resolveTable(table)) ?? { schema: '', table };
      const claim = claimOf(`p_${table}`);
      await session.claimPartition(claim);
      expect(await session.truncateTable(claim, name)).toBe('delete');
      await sql(`INSERT INTO ${table} VALUES (1, 'a', 'b')`);
      expect(await session.truncateTable(claim, name)).toBe('already_done');
      expect(await session.countRows(name, null)).toBe(1);
    });

    it('ends all claims and tells what is committed', async () => {
      const { scan } = await people(3);
      const progress = { name: `p_${fresh()}` };
      expect((await session.endClaims(progress)).size).toBe(0);
      await session.createProgressTable(progress);
      const claim = claimOf(progress.name);
      await session.claimPartition(claim);
      const batch = batchOf(scan, await readAll(session, scan), () => 'new');
      await session.writeBatch(claim, batch);
      expect(await session.endClaims(progress)).toEqual(new Map([[claim.partitionId, batch.cursor]]));
      await expect(session.writeBatch(claim, batch)).rejects.toMatchObject({ code: 'claim_lost' });
    });

    it('drops its bookkeeping, however often asked', async () => {
      const progress = { name: `p_${fresh()}` };
      expect(await session.createProgressTable(progress)).toBe(true);
      expect(await session.createProgressTable(progress)).toBe(true);
      await session.dropProgressTable(progress);
      await session.dropProgressTable(progress);
      expect(await session.resolveTable(progress.name)).toBeNull();
      await expect(session.claimPartition(claimOf(progress.name))).rejects.toMatchObject({
        code: 'progress_missing',
      });
    });
  });

  describe('connections', () => {
    it('says why it cannot connect, without the password', async () => {
      const { settings } = contract.target();
      const cases = [
        { settings: { ...settings, tcpPort: 9 }, code: 'refused' },
        { settings: { ...settings, host: 'no-such-host.invalid' }, code: 'unreachable' },
        { settings: { ...settings, user: 'no_such_user' }, code: 'bad_credentials' },
        { settings: { ...settings, database: 'no_such_database' }, code: 'unknown_database' },
        { settings: { ...settings, engineOptions: { sll: true } }, code: 'bad_options' },
      ];
      for (const { settings: wrong, code } of cases) {
        const error: unknown = await adapter
          .open({ ...wrong, password: settings.password || 'hunter2' }, 'contract')
          .catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ name: 'DatabaseError', code });
        expect(String((error as Error).stack)).not.toContain(settings.password || 'hunter2');
      }
    });

    it('closes as often as asked and answers nothing afterwards', async () => {
      const brief = await open('brief');
      await brief.close();
      await brief.close();
      await expect(brief.countRows({ schema: 'x', table: 'y' }, null)).rejects.toMatchObject({
        code: 'lost_connection',
        transient: true,
      });
    });
  });
}
