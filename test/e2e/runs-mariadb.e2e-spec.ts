import { setTimeout as sleep } from 'node:timers/promises';
import type { RowText } from '../../src/engine/index.js';
import {
  awaitRun,
  connectTo,
  createTasks,
  isOver,
  logOf,
  runToEnd,
  showRun,
  startRun,
} from '../support/builders/run.builder.js';
import type { WireRun } from '../support/builders/run.builder.js';
import { killOneAtWork } from '../support/kill-worker.js';
import { describeWithMariadb } from '../support/mariadb.js';
import { useMariadbStage } from '../support/mariadb-stage.js';
import { createPeople, maskPeopleOnce } from '../support/people.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

const ROWS = 40_000;
const OPTIONS = { run_secret: 'one secret for both databases', batch_size: 40 };

describeWithMariadb('runs on MariaDB', () => {
  const stage = useMariadbStage();
  let postgres: TestDatabase;
  let ruleset: string;

  const createCrowd = (): Promise<unknown> =>
    stage.target.sql(`DROP TABLE IF EXISTS crowd;
      CREATE TABLE crowd (id int PRIMARY KEY, first_name text, last_name varchar(40), email varchar(60),
        born date, note varchar(40), changed timestamp NOT NULL DEFAULT '2020-01-01' ON UPDATE CURRENT_TIMESTAMP);
      INSERT INTO crowd (id, first_name, last_name, email, born, note)
      SELECT seq, CONCAT('First', seq % ${ROWS}), CONCAT('Læst', seq % ${ROWS}),
        CONCAT('person', seq % ${ROWS}, '@example.com'), DATE '1950-01-01' + INTERVAL seq % 20000 DAY,
        CONCAT('note ', seq) FROM seq_1_to_${ROWS}`);
  const crowd = (): Promise<RowText[]> =>
    stage.target.sql('SELECT id, first_name, last_name, email, born, note FROM crowd ORDER BY id');
  const finished = async (run: WireRun): Promise<void> => {
    const told = run.status === 'finished' ? [] : await logOf(stage.admin, run.id);
    expect({ status: run.status, told }).toEqual({ status: 'finished', told: [] });
  };

  beforeAll(async () => {
    postgres = await createTargetDatabase();
    ruleset = await createTasks(stage.admin, maskPeopleOnce('crowd'));
  });

  afterAll(() => postgres.drop());

  it('gives the values that PostgreSQL gets, though workers are killed, and nothing else', async () => {
    await createPeople(postgres, 'crowd', ROWS);
    const there = await connectTo(stage.admin, postgres);
    await finished(await runToEnd(stage.admin, { connection: there, ruleset, options: OPTIONS }));
    const expected = await postgres.query(
      'SELECT id::text, first_name, last_name, email, born::text, note FROM crowd ORDER BY crowd.id',
    );

    await createCrowd();
    const untouched = await crowd();
    const run = await runKilled([2_000, 15_000, 30_000]);
    await finished(run);
    expect(run.progress).toMatchObject({ rows_done: ROWS, rows_masked: ROWS });
    const masked = await crowd();
    expect(masked.slice(0, 3)).not.toEqual(untouched.slice(0, 3));
    expect(masked.map((row) => row.join('|'))).toEqual(
      expected.map((row) => Object.values(row as Record<string, string>).join('|')),
    );
    expect(await stage.target.sql('SELECT DISTINCT DATE(changed) FROM crowd')).toEqual([['2020-01-01']]);
    expect(await stage.target.sql("SHOW TABLES LIKE 'vizard%'")).toEqual([]);
  });

  /** A run whose workers are killed at these rows; one that was over before is followed by another, on the same data. */
  async function runKilled(moments: readonly number[]): Promise<WireRun> {
    for (;;) {
      const id = await startRun(stage.admin, { connection: stage.connection, ruleset, options: OPTIONS });
      let kills = 0;
      for (const moment of moments) {
        await awaitRun(stage.admin, id, (run) => run.progress.rows_done >= moment || isOver(run));
        kills += (await killOne(id)) ? 1 : 0;
      }
      const run = await awaitRun(stage.admin, id);
      if (kills === moments.length) {
        return run;
      }
      await createCrowd();
    }
  }

  /** False: the run was over before. */
  async function killOne(runId: number): Promise<boolean> {
    while (!isOver(await showRun(stage.admin, runId))) {
      if (await killOneAtWork(stage.app, runId)) {
        return true;
      }
      await sleep(20);
    }
    return false;
  }

  it('carries out SQL text and empties tables, once each', async () => {
    await stage.target.sql(`CREATE TABLE sessions (id int PRIMARY KEY); INSERT INTO sessions VALUES (1), (2);
      CREATE TABLE parent (id int PRIMARY KEY); CREATE TABLE child (id int REFERENCES parent (id))`);
    const tasks = await createTasks(
      stage.admin,
      `  - type: run_sql
    sql: CREATE TABLE made (id int); INSERT INTO made VALUES (1), (2);
  - type: truncate_table
    table: sessions
  - type: truncate_table
    table: parent
`,
    );
    await finished(await runToEnd(stage.admin, { connection: stage.connection, ruleset: tasks }));
    expect(await stage.target.sql('SELECT COUNT(*) FROM made')).toEqual([['2']]);
    expect(await stage.target.sql('SELECT COUNT(*) FROM sessions')).toEqual([['0']]);
  });

  it('tells before the first write what it cannot do', async () => {
    await stage.target.sql(`CREATE TABLE old_engine (id int PRIMARY KEY, name varchar(9)) ENGINE=MyISAM;
      INSERT INTO old_engine VALUES (1, 'x')`);
    const tasks = await createTasks(
      stage.admin,
      `  - type: mask_table
    table: old_engine
    key: id
    rules:
      - column: NAME
        masks: [{ type: from_fixed, value: masked }]
`,
    );
    const run = await runToEnd(stage.admin, { connection: stage.connection, ruleset: tasks });
    expect(run.status).toBe('failed');
    expect(run.error_message).toMatch(/MyISAM have no transactions.*Nothing was changed/);
    await stage.target.sql('ALTER TABLE old_engine ENGINE=InnoDB');
    await finished(await runToEnd(stage.admin, { connection: stage.connection, ruleset: tasks }));
    expect(await stage.target.sql('SELECT * FROM old_engine')).toEqual([['1', 'masked']]);
  });

  it('names the constraint that a value breaks, and leaves the table as it was', async () => {
    await stage.target
      .sql(`CREATE TABLE coded (id int PRIMARY KEY, code varchar(9), UNIQUE KEY one_code (code));
      INSERT INTO coded VALUES (1, 'a'), (2, 'b')`);
    const tasks = await createTasks(
      stage.admin,
      `  - type: mask_table
    table: coded
    key: id
    rules:
      - column: code
        masks: [{ type: from_fixed, value: secretive }]
`,
    );
    const run = await runToEnd(stage.admin, { connection: stage.connection, ruleset: tasks });
    expect(run.status).toBe('failed');
    const told = [run.error_message, ...(await logOf(stage.admin, run.id))].join('\n');
    expect(told).toMatch(/unique key.*"one_code".*column "code"/);
    expect(told).not.toContain('secretive');
    expect(await stage.target.sql('SELECT code FROM coded ORDER BY id')).toEqual([['a'], ['b']]);
  });
});
