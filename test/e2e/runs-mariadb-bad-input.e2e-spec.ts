import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { awaitRun, createTasks, logOf, runToEnd, startRun } from '../support/builders/run.builder.js';
import type { WireRun } from '../support/builders/run.builder.js';
import { describeWithMariadb } from '../support/mariadb.js';
import { useMariadbStage } from '../support/mariadb-stage.js';

describeWithMariadb('bad input on MariaDB', () => {
  const stage = useMariadbStage();

  const maskTable = (table: string, column = 'name', more = ''): string => `  - type: mask_table
    table: ${table}
    key: id
    rules:
      - {column: ${column}, masks: [{type: from_fixed, value: mäsked}]${more}}
`;

  async function toEnd(tasks: string): Promise<{ readonly run: WireRun; readonly log: string }> {
    const run = await runToEnd(stage.admin, {
      connection: stage.connection,
      ruleset: await createTasks(stage.admin, tasks),
    });
    return { run, log: (await logOf(stage.admin, run.id)).join('\n') };
  }

  it('hostile names are found, masked and told of', async () => {
    const names = ['a `ticked` "one"', "a.b'; DROP TABLE x -- x", 'line\nbreak', 'SELECT', 'ü'.repeat(63)];
    const quote = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
    for (const name of names) {
      await stage.target.sql(`CREATE TABLE ${quote(name)} (id int PRIMARY KEY, ${quote(name)} varchar(20));
        INSERT INTO ${quote(name)} VALUES (1, 'x'), (2, NULL)`);
    }
    const written = names.map((name) => JSON.stringify(quote(name)));
    const { run, log } = await toEnd(written.map((name) => maskTable(name, name)).join(''));
    expect({ status: run.status, log }).toEqual({ status: 'finished', log });
    for (const name of names) {
      expect(await stage.target.sql(`SELECT DISTINCT ${quote(name)} FROM ${quote(name)}`)).toEqual([
        ['mäsked'],
      ]);
    }
  });

  it('texts that are too long are an error, or cut with a warning; LATIN1 columns refuse what they cannot hold', async () => {
    await stage.target
      .sql(`CREATE TABLE narrow (id int PRIMARY KEY, name varchar(4), old varchar(20) CHARACTER SET latin1);
      INSERT INTO narrow VALUES (1, 'a', 'é'), (2, 'b', 'ß')`);
    expect((await toEnd(maskTable('narrow'))).log).toMatch(/has 6 characters, the column holds 4/);
    const cut = await toEnd(maskTable('narrow', 'name', ', on_overflow: truncate'));
    expect(cut.run.status).toBe('finished_with_warnings');
    expect(cut.log).toMatch(/^\[truncated\] .*: 2 masked texts of column "name" were cut/m);
    expect((await toEnd(maskTable('narrow', 'old'))).run.status).toBe('finished');
    const refused = await toEnd(maskTable('narrow', 'old').replace('mäsked', '秘密'));
    expect([refused.run.status, refused.log.includes('秘密')]).toEqual(['failed', false]);
    expect(await stage.target.sql('SELECT DISTINCT name, old FROM narrow')).toEqual([['mäsk', 'mäsked']]);
  });

  it('a column that goes after the check ends the run with its name; computed ones are refused before', async () => {
    await stage.target
      .sql(`CREATE TABLE shrinks (id int PRIMARY KEY, name varchar(20), shout varchar(20) AS (UPPER(name)) VIRTUAL, other int);
      INSERT INTO shrinks (id, name) VALUES (1, 'a')`);
    expect((await toEnd(maskTable('shrinks', 'shout'))).log).toMatch(/"shout" is computed by the database/);
    const { run, log } = await toEnd(
      `  - {type: run_sql, sql: "ALTER TABLE shrinks DROP COLUMN shout, DROP COLUMN name"}\n${maskTable('shrinks')}`,
    );
    expect(run.status).toBe('failed');
    expect(log).toMatch(/no longer fits the ruleset.*"name"/);
  });

  it('a deadlock is tried again, and others lose nothing', async () => {
    await stage.target
      .sql(`CREATE TABLE fought (id int PRIMARY KEY, name varchar(20), n int NOT NULL DEFAULT 0);
      INSERT INTO fought (id, name) SELECT seq, 'name' FROM seq_1_to_50;
      CREATE TABLE weight AS SELECT seq AS n FROM seq_1_to_5000`);
    const { host, tcpPort: port, user, password, database } = stage.target.settings;
    const other = await mysql.createConnection({ host, port, user, password, database });
    try {
      await other.query('START TRANSACTION');
      // a heavier transaction is not the one that the server ends
      await other.query('UPDATE weight SET n = n + 1');
      await other.query('UPDATE fought SET n = n + 1 WHERE id BETWEEN 30 AND 50');
      const ruleset = await createTasks(stage.admin, maskTable('fought'));
      const id = await startRun(stage.admin, { connection: stage.connection, ruleset });
      await untilWaiting();
      await other.query('UPDATE fought SET n = n + 1 WHERE id = 2');
      await other.query('COMMIT');
      expect(await awaitRun(stage.admin, id)).toMatchObject({ status: 'finished' });
    } finally {
      await other.end();
    }
    expect(await stage.target.sql('SELECT name, COUNT(*), SUM(n) FROM fought GROUP BY name')).toEqual([
      ['mäsked', '50', '22'],
    ]);
  });

  async function untilWaiting(): Promise<void> {
    for (;;) {
      const [[waiting = '0'] = []] = await stage.target.sql(
        'SELECT COUNT(*) FROM information_schema.INNODB_LOCK_WAITS',
      );
      if (waiting !== '0') {
        return;
      }
      // what the server shows stays as it is while it is asked more often
      await sleep(250);
    }
  }
});
