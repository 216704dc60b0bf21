import type { DatabaseSession, TableDescription } from '../../src/adapters/databases/index.js';
import { mysqlAdapter } from '../../src/adapters/databases/mysql/mysql-adapter.js';
import type { MariadbTarget, TestMariadb } from '../support/mariadb.js';
import { describeWithMariadb, startMariadb } from '../support/mariadb.js';
import { batchOf, claimOf, readAll, scanOf } from './support/walk.js';

describeWithMariadb('MySQL tables, rights and statements', () => {
  let server: TestMariadb;
  let target: MariadbTarget;
  let session: DatabaseSession;
  const sql = (text: string): Promise<unknown> => target.sql(text);
  const describeTable = async (written: string): Promise<TableDescription> =>
    session.describeTable((await session.resolveTable(written))!);

  beforeAll(async () => {
    server = await startMariadb();
    target = await server.createTarget();
    session = await mysqlAdapter.open(target.settings, 'catalog');
  });

  afterAll(async () => {
    await session.close();
    await server.stop();
  });

  it('describes keys, foreign keys, generated and invisible columns, triggers', async () => {
    await sql(`CREATE TABLE parent (a int, b int, PRIMARY KEY (b, a))`);
    await sql(`CREATE TABLE everything (
      id bigint AUTO_INCREMENT PRIMARY KEY, a int, b int, mail varchar(40), hidden int INVISIBLE DEFAULT 1,
      lower_mail varchar(40) AS (LOWER(mail)) VIRTUAL, kept varchar(40) AS (CONCAT(mail, a)) STORED,
      changed timestamp NULL ON UPDATE CURRENT_TIMESTAMP, cut varchar(40),
      UNIQUE (a, b), UNIQUE (lower_mail), UNIQUE (cut(4)), FOREIGN KEY (b, a) REFERENCES parent (b, a))`);
    await sql(`CREATE TRIGGER on_update BEFORE UPDATE ON everything FOR EACH ROW SET NEW.hidden = 2`);
    const table = await describeTable('everything');
    expect(table).toMatchObject({
      primaryKey: ['id'],
      updateTriggers: ['on_update'],
      relationKind: 'table',
      refusal: null,
      canSelect: true,
      canUpdate: true,
    });
    expect(table.uniqueKeys).toEqual([['id'], ['a', 'b'], ['lower_mail']]);
    const named = (flag: 'writable' | 'generated' | 'inForeignKey' | 'inUniqueIndex'): string[] =>
      table.columns.filter((column) => column[flag]).map(({ name }) => name);
    expect(named('generated')).toEqual(['lower_mail', 'kept']);
    expect(named('writable')).toEqual(['id', 'a', 'b', 'mail', 'hidden', 'changed', 'cut']);
    expect(named('inForeignKey')).toEqual(['a', 'b']);
    expect(named('inUniqueIndex')).toEqual(['id', 'a', 'b', 'mail', 'lower_mail', 'cut']);
    expect((await describeTable('parent')).columns.every((column) => column.inForeignKey)).toBe(true);
  });

  it('refuses what cannot be masked exactly once, or would keep what it hides', async () => {
    await sql(`CREATE TABLE isam (id int PRIMARY KEY) ENGINE=MyISAM;
      CREATE TABLE aria (id int PRIMARY KEY) ENGINE=Aria;
      CREATE TABLE versioned (id int PRIMARY KEY, v int) WITH SYSTEM VERSIONING;
      CREATE VIEW seen AS SELECT * FROM isam; CREATE SEQUENCE counting`);
    expect((await describeTable('isam')).refusal).toMatch(/MyISAM have no transactions/);
    expect((await describeTable('aria')).refusal).toMatch(/Aria have no transactions/);
    expect((await describeTable('versioned')).refusal).toMatch(/system versioning/);
    expect((await describeTable('seen')).relationKind).toBe('view');
    expect((await describeTable('counting')).relationKind).toBe('other');
  });

  it('knows names as the server does: tables by their case, columns without', async () => {
    await sql(`CREATE TABLE Mixed (Name varchar(9)); CREATE TABLE mixed (other int)`);
    expect(await session.resolveTable('Mixed')).toMatchObject({ table: 'Mixed' });
    expect(await session.resolveTable(`${target.settings.database}.mixed`)).toMatchObject({ table: 'mixed' });
    expect(await session.resolveTable('MIXED')).toBeNull();
    expect((await describeTable('`Mixed`')).columns.map(({ name }) => name)).toEqual(['Name']);
    expect(session.foldIdentifier('`NAME`')).toBe(session.foldColumnName('Name'));
  });

  it('sees parts of a table, what decides where a row lies, and counts what is written', async () => {
    await sql(`CREATE TABLE parts (id int, town varchar(9), PRIMARY KEY (id)) PARTITION BY RANGE (id * 2)
      (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN MAXVALUE)`);
    const table = await describeTable('parts');
    expect(table).toMatchObject({ relationKind: 'partitioned_table', partitionColumns: ['id'] });
    expect(await session.writeCounters(table.name)).toBeNull();
    await sql(`CREATE USER counter IDENTIFIED BY ''; GRANT SELECT, INSERT, UPDATE, DELETE ON *.* TO counter`);
    const counter = await mysqlAdapter.open({ ...target.settings, user: 'counter', password: '' }, 'counter');
    const before = await counter.writeCounters(table.name);
    await sql(`INSERT INTO parts VALUES (1, 'x'), (8, 'y'), (9, 'z'); UPDATE parts SET town = 'a' WHERE id > 1;
      DELETE FROM parts WHERE id = 9`);
    const after = await counter.writeCounters(table.name);
    expect(after).toEqual({
      inserted: (before?.inserted ?? 0) + 3,
      updated: (before?.updated ?? 0) + 2,
      deleted: (before?.deleted ?? 0) + 1,
    });
    await counter.close();
  });

  it('tells a column from another that took its name', async () => {
    await sql('CREATE TABLE renamed (id int, secret varchar(9))');
    const idOf = async (): Promise<string | undefined> =>
      (await describeTable('renamed')).columns.find(({ name }) => name === 'secret')?.id;
    const before = await idOf();
    expect(await idOf()).toBe(before);
    await sql('DO SLEEP(1.1); ALTER TABLE renamed RENAME COLUMN secret TO former, ADD secret varchar(9)');
    expect(await idOf()).not.toBe(before);
  });

  it('changes nothing that no rule names: columns that follow the clock stay', async () => {
    await sql(`CREATE TABLE clock (id int PRIMARY KEY, v varchar(9), big text,
      changed timestamp(6) NOT NULL DEFAULT '2020-01-01' ON UPDATE CURRENT_TIMESTAMP(6))`);
    await sql(`INSERT INTO clock (id, v, big) VALUES (1, 'a', 'a'), (2, 'b', 'b')`);
    for (const column of ['v', 'big']) {
      const scan = scanOf(await describeTable('clock'), ['id'], [column]);
      await session.writeBatch(
        null,
        batchOf(scan, await readAll(session, scan), () => 'new'),
      );
    }
    expect(await sql('SELECT DISTINCT v, big, changed FROM clock')).toEqual([
      ['new', 'new', expect.stringContaining('2020-01-01 00:00:00.000000') as string],
    ]);
  });

  it('works for users that may neither create tables nor temporary ones, and tells their rights', async () => {
    await sql(`CREATE TABLE shared (id int PRIMARY KEY, v varchar(9), n varchar(9));
      INSERT INTO shared VALUES (1, 'a', 'x'), (2, 'b', 'y');
      CREATE USER weak IDENTIFIED BY 'weak';
      GRANT SELECT (id, v), UPDATE (v) ON ${target.settings.database}.shared TO weak`);
    const weak = await mysqlAdapter.open({ ...target.settings, user: 'weak', password: 'weak' }, 'weak');
    const table = await weak.describeTable((await weak.resolveTable('shared'))!);
    expect(table.columns.map(({ name, canSelect, canUpdate }) => [name, canSelect, canUpdate])).toEqual([
      ['id', true, false],
      ['v', true, true],
    ]);
    expect(await weak.createProgressTable({ name: 'p' })).toBe(false);
    expect(await weak.describeEmptying(table.name)).toMatchObject({ canTruncate: false, canDelete: false });
    const scan = scanOf(table, ['id'], ['v']);
    await weak.writeBatch(
      null,
      batchOf(scan, await readAll(weak, scan), (text) => `${text ?? ''}'`),
    );
    expect(await sql('SELECT v FROM shared ORDER BY id')).toEqual([["a'"], ["b'"]]);
    const tooLong = batchOf(scan, await readAll(weak, scan), () => 'much too long');
    await expect(weak.writeBatch(null, tooLong)).rejects.toMatchObject({
      code: 'value_too_long',
      message: expect.stringContaining('"v"') as string,
    });
    await weak.close();
  });

  it('writes nothing over a read-only connection', async () => {
    await sql('CREATE TABLE guarded (id int PRIMARY KEY, v varchar(9)); INSERT INTO guarded VALUES (1, "a")');
    const reader = await mysqlAdapter.open({ ...target.settings, readOnly: true }, 'reader');
    const scan = scanOf(await describeTable('guarded'), ['id'], ['v']);
    const batch = batchOf(scan, await readAll(reader, scan), () => 'b');
    await expect(reader.writeBatch(null, batch)).rejects.toMatchObject({ code: 'read_only' });
    await expect(reader.runStatement(null, 'DELETE FROM guarded')).rejects.toMatchObject({
      code: 'read_only',
    });
    expect(await reader.createProgressTable({ name: 'p' })).toBe(false);
    await reader.close();
  });

  it('names locks that others hold, and ends what a closed session was doing', async () => {
    await sql('CREATE TABLE held (id int PRIMARY KEY, v varchar(9)); INSERT INTO held VALUES (1, "a")');
    await sql('START TRANSACTION; UPDATE held SET v = "b"');
    const waiting = await mysqlAdapter.open(target.settings, 'waiting', { lockWaitMs: 1_000 });
    const update = "UPDATE held SET v = 'c'";
    await expect(waiting.runStatement(null, update)).rejects.toMatchObject({
      code: 'lock_timeout',
      transient: true,
    });
    await waiting.close();
    const cut = await mysqlAdapter.open(target.settings, 'cut');
    const outcome = cut.runStatement(null, `DO SLEEP(600)`).catch((error: unknown) => error);
    const began = Date.now();
    await cut.close();
    expect(await outcome).toMatchObject({ code: 'lost_connection', transient: true });
    expect(Date.now() - began).toBeLessThan(120_000);
    await sql('ROLLBACK');
    expect(
      await sql(
        `SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE '%SLEEP(600)%' AND COMMAND <> 'Killed' AND ID <> CONNECTION_ID()`,
      ),
    ).toEqual([['0']]);
  });

  describe('statements that commit by themselves', () => {
    const text = `CREATE TABLE made (id int); INSERT INTO made VALUES (1);
      CREATE PROCEDURE fill() BEGIN IF 1 THEN INSERT INTO made VALUES (2); END IF; INSERT INTO made VALUES (3); END;
      CALL fill();`;

    it('are carried out once, one after the other, and remembered', async () => {
      await session.createProgressTable({ name: 'p_made' });
      const claim = claimOf('p_made');
      await session.claimPartition(claim);
      expect(await session.runStatement(claim, text)).toBeGreaterThan(0);
      expect(await session.runStatement(claim, text)).toBeNull();
      expect(await sql('SELECT COUNT(*) FROM made')).toEqual([['3']]);
    });

    it('go on after the last one that was done, and stop where nobody knows', async () => {
      await session.createProgressTable({ name: 'p_half' });
      const first = claimOf('p_half');
      await session.claimPartition(first);
      const failing = `CREATE TABLE half (id int PRIMARY KEY); INSERT INTO half VALUES (1); ALTER TABLE half ADD missing int int`;
      await expect(session.runStatement(first, failing)).rejects.toMatchObject({
        code: 'syntax',
        message: expect.stringMatching(/^statement 3 of 3: .*have been carried out$/) as string,
      });
      const second = claimOf('p_half');
      await session.claimPartition(second);
      await expect(session.runStatement(first, failing)).rejects.toMatchObject({ code: 'claim_lost' });
      const mended = failing.replace('missing int int', 'found int');
      expect(await session.runStatement(second, mended)).toBe(0);
      await sql('UPDATE p_half SET done = 0, statements_done = 2, statement_open = 1');
      await expect(session.runStatement(second, mended)).rejects.toMatchObject({
        code: 'uncertain_statement',
        transient: false,
      });
    });

    it.each([
      ['COMMIT'],
      ['SET autocommit = 0'],
      ['UPDATE t SET a = 1; begin'],
      ['DELIMITER //'],
      ["SELECT 'open"],
      ['SELECT 1 /* open'],
      ['LOCK TABLES t WRITE'],
    ])('refuses %p', (refused) => {
      expect(session.statementProblem(refused)).not.toBeNull();
    });
  });

  it('empties tables by TRUNCATE, and says what a foreign key would do', async () => {
    await sql(`CREATE TABLE top (id int PRIMARY KEY); CREATE TABLE below (id int, CONSTRAINT up FOREIGN KEY (id)
      REFERENCES top (id) ON DELETE CASCADE); INSERT INTO top VALUES (1); INSERT INTO below VALUES (1)`);
    const top = (await session.resolveTable('top'))!;
    expect(await session.describeEmptying(top)).toEqual({
      canTruncate: true,
      canDelete: true,
      deleteRules: [],
      references: [
        {
          constraint: 'up',
          from: { schema: target.settings.database, table: 'below' },
          changesRows: true,
          action: 'ON DELETE CASCADE',
          isUsed: true,
        },
      ],
    });
    await expect(session.truncateTable(null, top)).rejects.toMatchObject({ code: 'would_cascade' });
    expect(await session.truncateTable(null, (await session.resolveTable('below'))!)).toBe('truncate');
  });
});
