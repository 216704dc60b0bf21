import type { RowText } from '../../src/engine/index.js';
import {
  connectTo,
  createTasks,
  logOf,
  runToEnd,
  startRun,
  awaitRun,
} from '../support/builders/run.builder.js';
import type { WireRun } from '../support/builders/run.builder.js';
import { describeWithMariadb } from '../support/mariadb.js';
import { useMariadbStage } from '../support/mariadb-stage.js';

describeWithMariadb('what runs change as a whole on MariaDB', () => {
  const stage = useMariadbStage();

  const sql = (text: string): Promise<RowText[]> => stage.target.sql(text);
  const one = async (text: string): Promise<string | null> => (await sql(`SELECT ${text}`))[0]?.[0] ?? null;
  const run = async (tasks: string): Promise<WireRun> =>
    runToEnd(stage.admin, { connection: stage.connection, ruleset: await createTasks(stage.admin, tasks) });
  const left = (): Promise<RowText[]> => sql("SHOW TABLES LIKE 'vizard%'");

  async function expectFinished(tasks: string, status = 'finished'): Promise<string> {
    const done = await run(tasks);
    const log = (await logOf(stage.admin, done.id)).join('\n');
    expect({ status: done.status, log: done.status === status ? '' : log }).toEqual({ status, log: '' });
    expect(await left()).toEqual([]);
    return log;
  }

  async function expectRefusal(tasks: string, reason: string | RegExp): Promise<void> {
    const done = await run(tasks);
    expect(done.status).toBe('failed');
    expect((await logOf(stage.admin, done.id)).join('\n')).toMatch(reason);
  }

  describe('keys', () => {
    it('are masked with everything that refers to them: other databases, several, themselves, parts of pairs', async () => {
      const other = `${stage.target.settings.database}_hr`;
      await sql(`CREATE DATABASE ${other}; GRANT ALL ON ${other}.* TO ${stage.target.settings.user};
        CREATE TABLE ${other}.staff (id int AUTO_INCREMENT PRIMARY KEY, boss int, name varchar(40),
          changed timestamp NOT NULL DEFAULT '2020-01-01' ON UPDATE CURRENT_TIMESTAMP,
          shout varchar(60) AS (CONCAT(name, '!')) STORED, FOREIGN KEY (boss) REFERENCES staff (id));
        CREATE TABLE manager (id int PRIMARY KEY, level int, FOREIGN KEY (id) REFERENCES ${other}.staff (id));
        CREATE TABLE visit (n int AUTO_INCREMENT PRIMARY KEY, host int, guest int, led_by int,
          changed timestamp NOT NULL DEFAULT '2020-01-01' ON UPDATE CURRENT_TIMESTAMP,
          FOREIGN KEY (host) REFERENCES ${other}.staff (id) ON DELETE CASCADE,
          FOREIGN KEY (guest) REFERENCES ${other}.staff (id) ON UPDATE CASCADE,
          FOREIGN KEY (led_by) REFERENCES manager (id) ON DELETE SET NULL);
        CREATE TABLE room (staff int, no varchar(10), label varchar(20), PRIMARY KEY (staff, no),
          FOREIGN KEY (staff) REFERENCES ${other}.staff (id));
        CREATE TABLE key_of_room (id int PRIMARY KEY, no varchar(10), staff int, label varchar(20),
          UNIQUE KEY (staff, no), FOREIGN KEY (staff, no) REFERENCES room (staff, no));
        INSERT INTO ${other}.staff (id, boss, name) SELECT seq, NULLIF(seq DIV 4, 0), CONCAT('name ', seq) FROM seq_1_to_900;
        INSERT INTO manager SELECT seq, seq % 5 FROM seq_1_to_300;
        INSERT INTO visit (host, guest, led_by) SELECT seq, IF(seq % 3 > 0, 901 - seq, NULL), seq % 300 + 1 FROM seq_1_to_900;
        INSERT INTO room SELECT seq, CONCAT('R-', seq % 7), CONCAT('l', seq) FROM seq_1_to_50;
        INSERT INTO key_of_room SELECT staff, no, staff, label FROM room`);
      const shape = `MD5(GROUP_CONCAT(CONCAT_WS(',', v.n, s.name, b.name, g.name, m.level, ms.name) ORDER BY v.n))
        FROM visit v JOIN ${other}.staff s ON s.id = v.host LEFT JOIN ${other}.staff b ON b.id = s.boss
        LEFT JOIN ${other}.staff g ON g.id = v.guest JOIN manager m ON m.id = v.led_by JOIN ${other}.staff ms ON ms.id = m.id`;
      const rooms = 'COUNT(*) FROM room JOIN key_of_room USING (staff, no, label)';
      await sql('SET GLOBAL group_concat_max_len = 10000000');
      const joined = await one(shape);
      const log = await expectFinished(
        `  - type: mask_table
    table: ${other}.staff
    key: id
    rules:
      - {column: id, masks: [{type: imitate_unique}]}
  - type: mask_table
    table: room
    key: [staff, no]
    rules:
      - {column: no, masks: [{type: imitate_unique}]}
`,
      );
      expect(log).toMatch(
        /"id": 900 values, 7 references followed, \d+ rows written in 5 tables, 7 joins verified/,
      );
      expect(await one(shape)).toBe(joined);
      expect(await one(rooms)).toBe('50');
      expect(
        Number(await one(`COUNT(*) FROM ${other}.staff WHERE name <> CONCAT('name ', id)`)),
      ).toBeGreaterThan(800);
      expect(
        await sql(`SELECT DISTINCT DATE(changed) FROM ${other}.staff UNION SELECT DATE(changed) FROM visit`),
      ).toEqual([['2020-01-01']]);
      await expect(sql('INSERT INTO manager VALUES (100000, 1)')).rejects.toThrow('foreign key');
      await sql(`INSERT INTO ${other}.staff (name) VALUES ('new')`);
      expect(await one(`COUNT(*) FROM ${other}.staff WHERE shout = 'new!' AND id > 899`)).toBe('1');
    });

    it('are numbered anew by mask_unique_key, with what is declared and what is added', async () => {
      await sql(`CREATE TABLE members (ref varchar(12) PRIMARY KEY, name varchar(20));
        CREATE TABLE loans (id int PRIMARY KEY, member varchar(12), name varchar(20), FOREIGN KEY (member) REFERENCES members (ref));
        CREATE TABLE archive (borrower varchar(30) CHARACTER SET latin1, name varchar(20));
        INSERT INTO members SELECT CONCAT('old', seq), CONCAT('name ', seq) FROM seq_1_to_40;
        INSERT INTO loans SELECT seq, CONCAT('OLD', seq % 40 + 1), CONCAT('name ', seq % 40 + 1) FROM seq_1_to_90;
        INSERT INTO archive SELECT CONCAT('old', seq), CONCAT('name ', seq) FROM seq_35_to_45`);
      const log = await expectFinished(
        `  - type: mask_unique_key
    table: members
    target_key: [{column: ref, format: "M{[0-9],6}"}]
    additional_cascades:
      - {table: archive, columns: [{source: ref, target: borrower}]}
`,
        'finished_with_warnings',
      );
      expect(log).toMatch(/45 values, 2 references followed/);
      expect(await one('COUNT(*) FROM loans l JOIN members m ON m.ref = l.member AND m.name = l.name')).toBe(
        '90',
      );
      expect(await one("COUNT(*) FROM archive WHERE borrower REGEXP '^M[0-9]{6}$'")).toBe('11');
      expect(
        await one('COUNT(*) FROM archive a JOIN members m ON m.ref = a.borrower AND m.name = a.name'),
      ).toBe('6');
    });

    it('stay where hidden tables refer to them, and a warning tells where nobody can know', async () => {
      const { database, user } = stage.target.settings;
      const hidden = `\`${database} of ünseen-things\``;
      const tasks = (table: string): string =>
        `  - {type: mask_table, table: ${table}, key: id, rules: [{column: id, masks: [{type: imitate_unique}]}]}\n`;
      await sql(`CREATE DATABASE ${hidden};
        CREATE TABLE \`payé-1\` (id int PRIMARY KEY); INSERT INTO \`payé-1\` VALUES (1), (2);
        CREATE TABLE alone (id int PRIMARY KEY); INSERT INTO alone VALUES (100), (200);
        CREATE TABLE ${hidden}.\`pay slip\` (payee int, FOREIGN KEY (payee) REFERENCES ${database}.\`payé-1\` (id));
        INSERT INTO ${hidden}.\`pay slip\` VALUES (2)`);
      await expectRefusal(tasks('payé-1'), /of ünseen-things`.`pay slip` refers to .*no right on it/);
      await sql(`REVOKE PROCESS ON *.* FROM ${user}@'%'`);
      const log = await expectFinished(tasks('alone'), 'finished_with_warnings');
      expect(log).toMatch(/foreign keys to .*`alone` .* are hidden from it/);
      await sql(`GRANT SELECT ON *.* TO ${user}@'%'`);
      await expectFinished(tasks('alone'));
      await sql(`REVOKE SELECT ON *.* FROM ${user}@'%'; GRANT PROCESS ON *.* TO ${user}@'%'`);
    });

    it('stay where rows that are taken out would fire triggers, or rights are missing', async () => {
      await sql(`CREATE TABLE fired (id int PRIMARY KEY); INSERT INTO fired VALUES (1), (2);
        CREATE TRIGGER on_delete BEFORE DELETE ON fired FOR EACH ROW SET @x = 1`);
      const task = '  - type: mask_unique_key\n    table: fired\n    key: id\n';
      await expectRefusal(task, /triggers of `.*`.`fired` would fire \("on_delete"\)/);
      await sql(`DROP TRIGGER on_delete; CREATE USER weak@'%' IDENTIFIED BY 'weak secret';
        GRANT SELECT, UPDATE ON ${stage.target.settings.database}.* TO weak@'%'`);
      const weak = {
        ...stage.target,
        settings: { ...stage.target.settings, user: 'weak', password: 'weak secret' },
      };
      const by = await connectTo(stage.admin, weak, { db_type: 'mariadb' });
      const done = await runToEnd(stage.admin, {
        connection: by,
        ruleset: await createTasks(stage.admin, task),
      });
      const log = (await logOf(stage.admin, done.id)).join('\n');
      expect(log).toMatch(/may not create temporary tables/);
      expect(log).toMatch(/needs INSERT and DELETE on/);
      expect(await sql('SELECT id FROM fired ORDER BY 1')).toEqual([['1'], ['2']]);
    });
  });

  it('masks tables without a key as a whole, and leaves their other rows alone', async () => {
    await sql(`CREATE TABLE loose (name varchar(20), n int, at timestamp(6) NOT NULL DEFAULT '2020-01-01' ON UPDATE CURRENT_TIMESTAMP(6),
        doubled int AS (n * 2) VIRTUAL, hidden varchar(9) INVISIBLE DEFAULT 'h');
      INSERT INTO loose (name, n) SELECT 'name', seq % 7 FROM seq_1_to_5000`);
    await expectFinished(`  - type: mask_table
    table: loose
    key: db_row_id
    where: loose.n < 5
    rules:
      - column: name
        masks: [{type: concat, masks: [{type: do_nothing}, {type: from_fixed, value: '!'}]}]
`);
    expect(
      await sql(
        'SELECT name, MIN(n), MAX(n), MIN(doubled), MIN(hidden), MAX(at) FROM loose GROUP BY name ORDER BY 2',
      ),
    ).toEqual([
      ['name!', '0', '4', '0', 'h', '2020-01-01 00:00:00.000000'],
      ['name', '5', '6', '10', 'h', '2020-01-01 00:00:00.000000'],
    ]);
  });

  it('asks for the triggers of a table to be off whose only unique index takes NULL', async () => {
    await sql(`CREATE TABLE half_keyed (code int NULL UNIQUE, name varchar(9));
      INSERT INTO half_keyed VALUES (1, 'a'), (NULL, 'b'), (NULL, 'c');
      CREATE DEFINER=${stage.target.settings.user}@'%' TRIGGER on_taken BEFORE DELETE ON half_keyed FOR EACH ROW SET @x = 1`);
    const tasks = `  - {type: mask_table, table: half_keyed, key: db_row_id, rules: [{column: name, masks: [{type: from_fixed, value: x}]}]}\n`;
    await expectRefusal(tasks, /can only be masked while its triggers are off.*"on_taken"/);
    await expectFinished(`${tasks}auto_manage_triggers: true\n`);
    expect(await sql('SELECT name, COUNT(code), COUNT(*) FROM half_keyed GROUP BY name')).toEqual([
      ['x', '1', '3'],
    ]);
    expect(await one(`COUNT(*) FROM information_schema.TRIGGERS WHERE TRIGGER_NAME = 'on_taken'`)).toBe('1');
  });

  it('deals values out anew, and joins tables that it builds', async () => {
    await sql(`CREATE TABLE dealt (a int, id int, salary decimal(8,2), note varchar(20), PRIMARY KEY (a, id));
      INSERT INTO dealt SELECT seq % 3, seq, NULLIF(seq % 40, 13), 'x' FROM seq_1_to_3000`);
    await expectFinished(
      `  - type: build_temp_table
    table: Helper
    select: SELECT id AS n, CONCAT('built ', a) AS word FROM dealt WHERE id % 2 = 0
  - type: mask_table
    table: dealt
    key: [a, id]
    joins:
      - {target_table: Helper, target_key: n, source_table: dealt, source_key: id}
    rules:
      - {column: note, masks: [{type: from_column, source_column: Helper.word}]}
  - type: mask_table
    table: dealt
    key: [a, id]
    rules:
      - {column: salary, skip: [null], masks: [{type: secure_shuffle}]}
`,
      'finished_with_warnings',
    );
    expect(
      await sql(
        "SELECT note, MIN(id % 2), COUNT(*) FROM dealt WHERE note <> CONCAT('built ', a) GROUP BY note",
      ),
    ).toEqual([['x', '1', '1500']]);
    expect(
      await sql(`SELECT SUM(c = 75), COUNT(*) FROM (SELECT COUNT(*) AS c FROM dealt GROUP BY salary) AS s`),
    ).toEqual([['40', '40']]);
    expect(Number(await one('SUM(NOT salary <=> NULLIF(id % 40, 13)) FROM dealt'))).toBeGreaterThan(2_500);
    expect(await sql("SHOW TABLES LIKE '%elper'")).toEqual([]);
  });

  it('takes triggers away and brings them back, though the server is killed under way', async () => {
    const self = `\`${stage.target.settings.user}\`@\`%\``;
    await sql(`CREATE TABLE kept (id int PRIMARY KEY, name varchar(20), fired int NOT NULL DEFAULT 0);
      CREATE DEFINER=${self} TRIGGER first_one BEFORE UPDATE ON kept FOR EACH ROW SET NEW.fired = NEW.fired + 1;
      CREATE DEFINER=${self} TRIGGER second_one BEFORE UPDATE ON kept FOR EACH ROW SET NEW.fired = NEW.fired * 10;
      INSERT INTO kept (id, name) SELECT seq, CONCAT('name ', seq) FROM seq_1_to_20000`);
    const ruleset = await createTasks(
      stage.admin,
      `  - type: mask_table
    table: kept
    key: id
    rules:
      - {column: name, masks: [{type: from_fixed, value: masked}]}
auto_manage_triggers: true
`,
    );
    const id = await startRun(stage.admin, {
      connection: stage.connection,
      ruleset,
      options: { batch_size: 100 },
    });
    await awaitRun(stage.admin, id, ({ progress }) => progress.rows_done >= 2_000);
    await stage.server.restart();
    expect(await awaitRun(stage.admin, id)).toMatchObject({ status: 'finished' });
    expect(await sql("SELECT COUNT(*), SUM(name = 'masked'), MAX(fired) FROM kept")).toEqual([
      ['20000', '20000', '0'],
    ]);
    await sql('UPDATE kept SET name = name WHERE id = 1');
    expect(await one('fired FROM kept WHERE id = 1')).toBe('10');
    expect(await left()).toEqual([]);
  });
});
