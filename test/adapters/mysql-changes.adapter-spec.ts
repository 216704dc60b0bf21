import type { DatabaseSession, TableName } from '../../src/adapters/databases/index.js';
import { mysqlAdapter } from '../../src/adapters/databases/mysql/mysql-adapter.js';
import type { RowText } from '../../src/engine/index.js';
import type { MariadbTarget, TestMariadb } from '../support/mariadb.js';
import { describeWithMariadb, startMariadb } from '../support/mariadb.js';
import { batchOf, claimOf, scanOf } from './support/walk.js';

const PROGRESS = { name: 'changes_progress' };
/** Where a batch leads whose values triggers changed. */
const REACHED = {
  ...{ lastKey: ['3'], rowsRead: 3, rowsWritten: 3 },
  columnCounts: [{ column: 'name', changed: 3, skipped: 0, unchanged: 0, truncated: 1, altered: 2 }],
};

describeWithMariadb('what a run changes for a while on MariaDB', () => {
  let server: TestMariadb;
  let target: MariadbTarget;
  let session: DatabaseSession;
  const sql = (text: string): Promise<RowText[]> => target.sql(text);
  const named = async (table: string): Promise<TableName> => (await session.resolveTable(table))!;

  beforeAll(async () => {
    server = await startMariadb();
    target = await server.createTarget();
    session = await mysqlAdapter.open(target.settings, 'changes');
    await session.createProgressTable(PROGRESS);
  });

  afterAll(async () => {
    await session.close();
    await server.stop();
  });

  describe('triggers', () => {
    /** Everything that the catalog knows, save when they were made. */
    const catalog = (): Promise<RowText[]> =>
      sql(`SELECT TRIGGER_NAME, EVENT_MANIPULATION, ACTION_ORDER, ACTION_STATEMENT, ACTION_TIMING, SQL_MODE, DEFINER,
        CHARACTER_SET_CLIENT, COLLATION_CONNECTION, DATABASE_COLLATION FROM information_schema.TRIGGERS
        WHERE TRIGGER_SCHEMA = DATABASE() ORDER BY ACTION_TIMING, EVENT_MANIPULATION, ACTION_ORDER`);

    it('come back as they were, in their order, however often asked', async () => {
      const self = `\`${target.settings.user}\`@\`%\``;
      await sql(`CREATE TABLE tr (id int PRIMARY KEY, name varchar(20), note varchar(200) DEFAULT '');
        SET sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT';
        CREATE DEFINER=${self} TRIGGER one BEFORE UPDATE ON tr FOR EACH ROW SET NEW.note = NEW.note || '1';
        CREATE DEFINER=${self} TRIGGER zero BEFORE UPDATE ON tr FOR EACH ROW PRECEDES one SET NEW.note = NEW.note || '0';
        SET sql_mode = DEFAULT;
        CREATE DEFINER=${self} TRIGGER \`odd \`\`name\` BEFORE UPDATE ON tr FOR EACH ROW
          BEGIN /* ünï 🦊 */ SET NEW.note = CONCAT(NEW.note, '🦊'); END;
        SET NAMES latin1; CREATE DEFINER=${self} TRIGGER aft AFTER UPDATE ON tr FOR EACH ROW SET @seen = 1; SET NAMES utf8mb4;
        CREATE DEFINER=${self} TRIGGER born BEFORE INSERT ON tr FOR EACH ROW SET NEW.note = 'born'`);
      const before = await catalog();
      const table = await named('tr');
      const triggers = await session.changes!.readTriggers(table);
      expect(triggers.map(({ name, mayChange }) => [name, mayChange])).toEqual([
        ['odd `name', true],
        ['one', true],
        ['zero', true],
        ['aft', true],
      ]);
      await session.changes!.switchTriggersOff(triggers);
      await session.changes!.switchTriggersOff(triggers);
      expect((await catalog()).map(([name]) => name)).toEqual(['born']);
      const kept = JSON.parse(JSON.stringify(triggers)) as typeof triggers;
      for (const trigger of [...kept, ...kept].reverse()) {
        await session.changes!.putTriggerBack(trigger);
      }
      expect(await catalog()).toEqual(before);
      await sql('DROP TABLE tr');
      await session.changes!.putTriggerBack(kept[0]!);
      expect(await catalog()).toEqual([]);
    });

    it('come back with texts that speak of places among others', async () => {
      await sql(`CREATE TABLE told (id int PRIMARY KEY, note varchar(200));
        CREATE DEFINER=\`${target.settings.user}\`@\`%\` TRIGGER tells BEFORE UPDATE ON told FOR EACH ROW
          SET NEW.note = 'for each row follows the rule'`);
      const before = await catalog();
      const triggers = await session.changes!.readTriggers(await named('told'));
      await session.changes!.switchTriggersOff(triggers);
      await session.changes!.putTriggerBack(triggers[0]!);
      expect(await catalog()).toEqual(before);
      await sql('DROP TABLE told');
    });

    it('of others may not be changed, as nobody but they could make them again', async () => {
      await sql(`CREATE TABLE theirs (id int PRIMARY KEY);
        CREATE TRIGGER roots BEFORE UPDATE ON theirs FOR EACH ROW SET NEW.id = OLD.id`);
      expect(await session.changes!.readTriggers(await named('theirs'))).toMatchObject([
        { name: 'roots', mayChange: false },
      ]);
    });
  });

  describe('a batch that is looked at again', () => {
    it('fails where a trigger puts old values back, and counts what it alters', async () => {
      await sql(`CREATE TABLE rb (id int PRIMARY KEY, name varchar(20), price decimal(9,2), ratio float);
        INSERT INTO rb VALUES (1, 'Ann', 1.50, 0.1), (2, 'Bob', 2, 0.2), (3, NULL, NULL, NULL)`);
      const scan = scanOf(await session.describeTable(await named('rb')), ['id'], ['name', 'price', 'ratio']);
      const rows = await session.readPage(scan, { after: null, upTo: null }, 9);
      const before = [1, 2, 3].map((place) => rows.map((row) => row[place] ?? null));
      let altered: readonly number[] = [];
      const claim = claimOf(PROGRESS.name, 71);
      await session.claimPartition(claim);
      const write = (): Promise<unknown> =>
        session.writeBatch(claim, {
          ...batchOf(scan, rows, (text) => (text === null ? null : text.replace(/^\w/, '7'))),
          readBack: { before, counted: (values) => ((altered = values), REACHED) },
        });
      await write();
      expect([altered, await sql('SELECT name FROM rb')]).toEqual([[], [['7nn'], ['7ob'], [null]]]);
      await sql('CREATE TRIGGER up BEFORE UPDATE ON rb FOR EACH ROW SET NEW.name = UPPER(NEW.name)');
      expect([await write(), altered]).toEqual([REACHED, [2, 0, 0]]);
      const kept = async (): Promise<unknown> => session.claimPartition({ ...claim, token: 'next' });
      expect(await kept()).toEqual(REACHED);
      await session.claimPartition(claim);
      await sql(`DROP TRIGGER up; UPDATE rb SET name = 'Ann' WHERE id = 1;
        CREATE TRIGGER keep BEFORE UPDATE ON rb FOR EACH ROW SET NEW.name = OLD.name`);
      await expect(write()).rejects.toMatchObject({
        code: 'value_put_back',
        message: expect.stringMatching(/column "name" of 1 rows/),
      });
    });
  });

  describe('a batch of a user without temporary tables that is looked at again', () => {
    it('fails where a trigger puts old values back, and counts what it alters', async () => {
      const { database } = target.settings;
      await sql(`CREATE TABLE rs (id int PRIMARY KEY, name varchar(20), price decimal(9,2), ratio float);
        INSERT INTO rs VALUES (1, 'Ann', 1.50, 0.1), (2, 'Bob', 2, 0.2), (3, NULL, NULL, NULL);
        CREATE USER plain@'%' IDENTIFIED BY 'x'; GRANT SELECT, UPDATE ON ${database}.* TO plain@'%'`);
      const plain = await mysqlAdapter.open({ ...target.settings, user: 'plain', password: 'x' }, 'plain');
      try {
        const columns = ['name', 'price', 'ratio'];
        const scan = scanOf(await plain.describeTable(await named('rs')), ['id'], columns);
        const rows = await plain.readPage(scan, { after: null, upTo: null }, 9);
        const before = [1, 2, 3].map((place) => rows.map((row) => row[place] ?? null));
        let altered: readonly number[] = [];
        const write = (change: (text: string) => string): Promise<unknown> =>
          plain.writeBatch(null, {
            ...batchOf(scan, rows, (text) => (text === null ? null : change(text))),
            readBack: { before, counted: (values) => ((altered = values), REACHED) },
          });
        const masked = (text: string): string => text.replace(/^\w/, '7');
        await write(masked);
        // the same numbers in other words
        await write((text) => (/^\d/.test(text) ? `${text}0` : masked(text)));
        expect([altered, await sql('SELECT name FROM rs')]).toEqual([[], [['7nn'], ['7ob'], [null]]]);
        await sql('CREATE TRIGGER rup BEFORE UPDATE ON rs FOR EACH ROW SET NEW.name = UPPER(NEW.name)');
        await write(masked);
        expect(altered).toEqual([2, 0, 0]);
        await sql(`DROP TRIGGER rup; UPDATE rs SET name = 'Ann' WHERE id = 1;
          CREATE TRIGGER rkeep BEFORE UPDATE ON rs FOR EACH ROW SET NEW.name = OLD.name`);
        await expect(write(masked)).rejects.toMatchObject({
          code: 'value_put_back',
          message: expect.stringMatching(/column "name" of 1 rows/),
        });
      } finally {
        await plain.close();
      }
    });
  });

  describe('a table that is built', () => {
    const order = {
      name: 'Helper',
      marker: 'mine',
      select: 'SELECT seq AS n, CAST(seq AS CHAR) AS s FROM seq_1_to_5',
    };

    it('is there once, whole, with its marker, and goes with it', async () => {
      const changes = session.changes!;
      expect(await changes.describeQuery('SELECT n, s, 1.25 AS d FROM Helper;', [order])).toMatchObject([
        { name: 'n', kind: 'integer' },
        { name: 's', kind: 'text' },
        { name: 'd', kind: 'decimal', numericScale: 2 },
      ]);
      const claim = claimOf(PROGRESS.name, 7);
      await session.claimPartition(claim);
      expect(await changes.buildTable(claim, order)).toBe(5);
      expect(await changes.buildTable(claim, order)).toBeNull();
      await expect(changes.buildTable(claim, { ...order, marker: 'yours' })).rejects.toMatchObject({
        code: 'table_exists',
      });
      await changes.dropBuiltTable({ ...order, marker: 'yours' });
      expect(await sql('SELECT COUNT(*) FROM Helper')).toEqual([['5']]);
      await changes.dropBuiltTable(order);
      expect(await sql(`SHOW TABLES LIKE '%elper%'`)).toEqual([]);
    });

    it('is not built under a lost claim, nor from what is not one query', async () => {
      const changes = session.changes!;
      const claim = claimOf(PROGRESS.name, 8);
      await session.claimPartition(claim);
      await session.claimPartition(claimOf(PROGRESS.name, 8));
      await expect(changes.buildTable(claim, order)).rejects.toMatchObject({ code: 'claim_lost' });
      const bad = { ...order, select: 'SELECT 1; DROP TABLE rb' };
      await expect(changes.buildTable(null, bad)).rejects.toMatchObject({ code: 'bad_query' });
      const failing = { ...order, select: `SELECT (SELECT 1 UNION SELECT 2) AS x` };
      await expect(changes.buildTable(null, failing)).rejects.toMatchObject({ transient: false });
      await changes.dropBuiltTable(order);
      expect(await sql(`SHOW TABLES LIKE 'vizard%'`)).toEqual([]);
    });
  });
});
