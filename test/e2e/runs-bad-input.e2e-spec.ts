import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  awaitRun,
  connectTo,
  createTasks,
  logOf,
  runToEnd,
  startRun,
} from '../support/builders/run.builder.js';
import type { WireRun } from '../support/builders/run.builder.js';
import { killOneAtWork } from '../support/kill-worker.js';
import { whileHeld } from '../support/hold.js';
import { useRunStage } from '../support/run-stage.js';
import { createTargetDatabase } from '../support/test-database.js';
import type { TestDatabase } from '../support/test-database.js';

const stage = useRunStage();

const maskTable = (table: string, column = 'name', more = ''): string => `  - type: mask_table
    table: ${table}
    key: id
    rules:
      - {column: ${column}, masks: [{type: from_fixed, value: mäsked}]${more}}
`;

interface Told {
  readonly run: WireRun;
  readonly log: string;
}

async function toEnd(tasks: string, connection = stage.connection): Promise<Told> {
  const run = await runToEnd(stage.admin, { connection, ruleset: await createTasks(stage.admin, tasks) });
  return { run, log: (await logOf(stage.admin, run.id)).join('\n') };
}

async function expectFinished(tasks: string, connection = stage.connection): Promise<void> {
  const { run, log } = await toEnd(tasks, connection);
  expect({ status: run.status, log }).toEqual({ status: 'finished', log });
}

describe('databases of other encodings', () => {
  async function inEncoding(
    encoding: string,
    work: (db: TestDatabase, connection: string) => Promise<void>,
  ): Promise<void> {
    const db = await createTargetDatabase(
      `TEMPLATE template0 ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    try {
      await db.query(`CREATE TABLE t (id int PRIMARY KEY, name text, note text)`);
      await work(db, await connectTo(stage.admin, db));
    } finally {
      await db.drop();
    }
  }

  it('LATIN1 is masked, and refuses what it cannot hold without showing it', async () => {
    await inEncoding('LATIN1', async (db, connection) => {
      await db.query(`INSERT INTO t VALUES (1, 'Müller', 'é'), (2, 'Sørensen', 'ß')`);
      await expectFinished(maskTable('t'), connection);
      expect(await db.query('SELECT name, note, octet_length(name) AS bytes FROM t ORDER BY id')).toEqual([
        { name: 'mäsked', note: 'é', bytes: 6 },
        { name: 'mäsked', note: 'ß', bytes: 6 },
      ]);
      const { run, log } = await toEnd(maskTable('t').replace('mäsked', '秘密'), connection);
      expect(run.status).toBe('failed');
      expect(log).not.toContain('秘密');
      expect(await db.query('SELECT DISTINCT name FROM t')).toEqual([{ name: 'mäsked' }]);
    });
  });

  it('SQL_ASCII is masked where texts are UTF-8, and bytes that are not are never lost', async () => {
    await inEncoding('SQL_ASCII', async (db, connection) => {
      await db.query(`INSERT INTO t VALUES (1, 'Müller', 'é'), (2, 'x', convert_from('\\xe9', 'SQL_ASCII'))`);
      await expectFinished(maskTable('t'), connection);
      const imitated = maskTable('t', 'note').replace('{type: from_fixed, value: mäsked}', '{type: imitate}');
      const { run, log } = await toEnd(imitated, connection);
      expect(run.status).toBe('failed');
      expect(log).toMatch(/encoding.*\[bad_value\]/);
      expect(await db.query(`SELECT encode(note::bytea, 'hex') AS note FROM t WHERE id = 2`)).toEqual([
        { note: 'e9' },
      ]);
    });
  });
});

describe('unusual tables', () => {
  it('with 1,600 columns are masked, and only what is named is written', async () => {
    const columns = Array.from({ length: 1_598 }, (_, index) => `c${index} bool`);
    await stage.target.query(`CREATE TABLE wide (id int PRIMARY KEY, name text, ${columns.join(', ')})`);
    await stage.target.query(
      `INSERT INTO wide (id, name, c1597) SELECT n, 'n', n % 2 = 0 FROM generate_series(1, 30) n`,
    );
    await expectFinished(maskTable('wide'));
    expect(
      await stage.target.query('SELECT name, count(*)::int, sum(c1597::int)::int FROM wide GROUP BY name'),
    ).toEqual([{ name: 'mäsked', count: 30, sum: 15 }]);
  });

  it('with identities and computed columns keep both, and neither can be masked', async () => {
    await stage.target
      .query(`CREATE TABLE computed (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text,
      other int GENERATED ALWAYS AS IDENTITY (START 7), shout text GENERATED ALWAYS AS (upper(name)) STORED)`);
    await stage.target.query(`INSERT INTO computed (name) VALUES ('a'), ('b')`);
    for (const column of ['other', 'shout']) {
      const { run, log } = await toEnd(maskTable('computed', column));
      expect(run.error_message).toMatch(/Nothing was changed/);
      expect(log).toMatch(`"${column}" is computed by the database and cannot be masked`);
    }
    await expectFinished(maskTable('computed'));
    expect(await stage.target.query('SELECT id, other, shout FROM computed ORDER BY id')).toEqual([
      { id: 1, other: 7, shout: 'MÄSKED' },
      { id: 2, other: 8, shout: 'MÄSKED' },
    ]);
  });

  it('with hostile names are found, masked and told of', async () => {
    const names = [
      'a "quoted" one',
      "a.b'; DROP TABLE x --",
      'line\nbreak',
      '🦊 emoji',
      'SELECT',
      'ü'.repeat(31) + 'x',
    ];
    for (const name of names) {
      const quoted = `"${name.replaceAll('"', '""')}"`;
      await stage.target.query(`CREATE TABLE ${quoted} (id int PRIMARY KEY, ${quoted} text)`);
      await stage.target.query(`INSERT INTO ${quoted} VALUES (1, 'x'), (2, NULL)`);
    }
    const written = names.map((name) => JSON.stringify(`"${name.replaceAll('"', '""')}"`));
    await expectFinished(written.map((name) => maskTable(name, name)).join(''));
    for (const name of names) {
      const quoted = `"${name.replaceAll('"', '""')}"`;
      expect(await stage.target.query(`SELECT DISTINCT ${quoted} AS value FROM ${quoted}`)).toEqual([
        { value: 'mäsked' },
      ]);
    }
  });
});

describe('values that a table refuses', () => {
  it('are named by constraint and columns, never by themselves, and the table stays as it is', async () => {
    await stage.target.query(
      `CREATE TABLE strict (id int PRIMARY KEY, name text, code text, CONSTRAINT one_of_each UNIQUE (name, code))`,
    );
    await stage.target.query(
      `INSERT INTO strict SELECT n, 'name ' || n, 'equal' FROM generate_series(1, 5) n`,
    );
    const { run, log } = await toEnd(maskTable('strict'));
    expect(run.status).toBe('failed');
    expect(log).toMatch(/"one_of_each".*"name", "code"/);
    expect(log).not.toMatch(/mäsked|equal/);
    expect(await stage.target.query(`SELECT count(*)::int FROM strict WHERE name = 'name ' || id`)).toEqual([
      { count: 5 },
    ]);
  });

  it('are too long: an error by default, cut with a warning where the rule says so', async () => {
    await stage.target.query('CREATE TABLE narrow (id int PRIMARY KEY, name varchar(4))');
    await stage.target.query(`INSERT INTO narrow VALUES (1, 'a'), (2, 'b')`);
    const refused = await toEnd(maskTable('narrow'));
    expect(refused.run.status).toBe('failed');
    expect(refused.log).toMatch(/has 6 characters, the column holds 4/);
    const cut = await toEnd(maskTable('narrow', 'name', ', on_overflow: truncate'));
    expect(cut.run.status).toBe('finished_with_warnings');
    expect(cut.log).toMatch(/^\[truncated\] .*: 2 masked texts of column "name" were cut/m);
    expect(await stage.target.query('SELECT DISTINCT name FROM narrow')).toEqual([{ name: 'mäsk' }]);
  });

  it('are told as cut also when the worker that cut them is lost', async () => {
    await stage.target.query(`CREATE TABLE first_is_long (id int PRIMARY KEY, name varchar(4));
      INSERT INTO first_is_long SELECT n, CASE n WHEN 1 THEN 'abcd' ELSE 'a' END FROM generate_series(1, 1000) n`);
    const grow = '{type: concat, masks: [{type: do_nothing}, {type: from_fixed, value: "!"}]}';
    const ruleset = await createTasks(
      stage.admin,
      `  - {type: mask_table, table: first_is_long, key: id, rules: [{column: name, on_overflow: truncate, masks: [${grow}]}]}\n`,
    );
    const lastRow = 'SELECT 1 FROM first_is_long WHERE id = 1000 FOR UPDATE';
    const id = await whileHeld(stage.target, lastRow, async ({ untilMet }) => {
      const order = { connection: stage.connection, ruleset, options: { batch_size: 100 } };
      const started = await startRun(stage.admin, order);
      await untilMet();
      while (!(await killOneAtWork(stage.app, started))) {
        await sleep(20);
      }
      return started;
    });
    expect((await awaitRun(stage.admin, id)).status).toBe('finished_with_warnings');
    const log = await logOf(stage.admin, id);
    expect(log.filter((line) => line.startsWith('[truncated]'))).toHaveLength(1);
    expect(log.join('\n')).toContain('a worker was lost');
  });
});

describe('what happens to a table while it is masked', () => {
  it('a column that goes after the check ends the run with its name', async () => {
    await stage.target.query('CREATE TABLE shrinks (id int PRIMARY KEY, name text, other text)');
    await stage.target.query(`INSERT INTO shrinks VALUES (1, 'a', 'b')`);
    const { run, log } = await toEnd(
      `  - {type: run_sql, sql: ALTER TABLE shrinks DROP COLUMN name}\n${maskTable('shrinks')}`,
    );
    expect(run.status).toBe('failed');
    expect(log).toMatch(/no longer fits the ruleset.*"name"/);
    expect(await stage.target.query('SELECT * FROM shrinks')).toEqual([{ id: 1, other: 'b' }]);
  });

  it('a deadlock is tried again, and others lose nothing', async () => {
    await stage.target.query('CREATE TABLE fought (id int PRIMARY KEY, name text, n int)');
    await stage.target.query(`INSERT INTO fought SELECT n, 'name', 0 FROM generate_series(1, 50) n`);
    const other = new pg.Client({ connectionString: stage.target.url });
    await other.connect();
    try {
      // The run is to be the one that finds out.
      await other.query(`SET deadlock_timeout = '10min'`);
      await other.query('BEGIN; UPDATE fought SET n = n + 1 WHERE id = 40');
      const ruleset = await createTasks(stage.admin, maskTable('fought'));
      const id = await startRun(stage.admin, { connection: stage.connection, ruleset });
      await untilWaiting();
      await other.query('UPDATE fought SET n = n + 1 WHERE id = 2');
      await other.query('COMMIT');
      expect(await awaitRun(stage.admin, id)).toMatchObject({ status: 'finished' });
    } finally {
      await other.end();
    }
    expect(
      await stage.target.query('SELECT name, count(*)::int, sum(n)::int FROM fought GROUP BY name'),
    ).toEqual([{ name: 'mäsked', count: 50, sum: 2 }]);
  });

  async function untilWaiting(): Promise<void> {
    for (;;) {
      const waiting = await stage.target.query(
        `SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'vizard run%' AND datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (waiting.length > 0) {
        return;
      }
      await sleep(50);
    }
  }
});
