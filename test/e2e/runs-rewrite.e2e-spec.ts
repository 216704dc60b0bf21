import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { awaitRun, createTasks, isOver, logOf, runToEnd, startRun } from '../support/builders/run.builder.js';
import { endRunSessions } from '../support/end-run-sessions.js';
import { useRunStage } from '../support/run-stage.js';

const stage = useRunStage();

const SECRET = 'a secret of the rewriting tests';

const mask = (table: string, more = ''): string => `  - type: mask_table
    table: ${table}
    key: id
    hash_columns: [id]
${more}    rules:
      - column: name
        masks: [{ type: imitate }]
`;

const create = (table: string, rows: number): Promise<unknown> =>
  stage.target.query(`CREATE TABLE ${table} AS SELECT n AS id, 'Name ' || n AS name, n % 7 AS kind
    FROM generate_series(1, ${rows}) AS n; ALTER TABLE ${table} ADD PRIMARY KEY (id)`);

const rowsOf = (table: string): Promise<unknown[]> =>
  stage.target.query(`SELECT * FROM ${table} ORDER BY id`);

const oidOf = (table: string): Promise<unknown[]> =>
  stage.target.query(
    `SELECT '${table}'::regclass::oid AS id, relfilenode FROM pg_class WHERE oid = '${table}'::regclass`,
  );

describe('a table that is written anew', () => {
  it('holds what masking in place would have given, and is the same table', async () => {
    const { admin, connection, target } = stage;
    await create('rw_one', 5_000);
    await create('rw_other', 5_000);
    await target.query(
      'CREATE TABLE rw_child (one int REFERENCES rw_one); INSERT INTO rw_child SELECT id FROM rw_one',
    );
    const [before] = (await oidOf('rw_one')) as [{ id: number; relfilenode: number }];
    const where = '    where: kind < 5\n';
    const options = { run_secret: SECRET };
    const there = await createTasks(admin, mask('rw_other', where));
    const inPlace = await runToEnd(admin, { connection, ruleset: there, options });
    const anew = await createTasks(admin, mask('rw_one', where));
    const run = await runToEnd(admin, {
      connection,
      ruleset: anew,
      options: { ...options, write_mode: 'rewrite' },
    });
    expect(run).toMatchObject({
      status: 'finished',
      error_message: null,
      options: { write_mode: 'rewrite' },
    });
    expect([run.progress.rows_done, run.progress.rows_masked]).toEqual([
      inPlace.progress.rows_done,
      inPlace.progress.rows_masked,
    ]);
    expect(await rowsOf('rw_one')).toEqual(await rowsOf('rw_other'));
    const [after] = (await oidOf('rw_one')) as [{ id: number; relfilenode: number }];
    expect(after.id).toBe(before.id);
    expect(after.relfilenode).not.toBe(before.relfilenode);
    expect((await logOf(admin, run.id)).join('\n')).toContain('together with "public"."rw_child"');
    await expect(target.query('DELETE FROM rw_one')).rejects.toThrow('rw_child');
  });

  it('is the old one or the new one, although sessions die under way, and masked once', async () => {
    const { admin, connection, target } = stage;
    const slow = '    where: (SELECT pg_sleep(1)) IS NOT NULL\n';
    const tasks = mask('rw_died', slow).replace(
      'masks: [{ type: imitate }]',
      "masks: [{ type: concat, masks: [{ type: do_nothing }, { type: from_fixed, value: '!' }] }]",
    );
    const ruleset = await createTasks(admin, tasks);
    // A run that was over too soon is followed by another.
    for (let ended = 0; ended === 0;) {
      await target.query('DROP TABLE IF EXISTS rw_died');
      await create('rw_died', 3_000);
      const id = await startRun(admin, { connection, ruleset, options: { write_mode: 'rewrite' } });
      await awaitRun(
        admin,
        id,
        (run) => isOver(run) || run.progress.tasks.some((task) => task.status === 'running'),
      );
      ended = await endRunSessions(target, id);
      expect(await awaitRun(admin, id)).toMatchObject({ status: 'finished' });
    }
    expect(await target.query(`SELECT count(*) FROM rw_died WHERE name = 'Name ' || id || '!'`)).toEqual([
      { count: '3000' },
    ]);
  });

  it('is refused with every reason before anything is written, in dry runs too', async () => {
    const { admin, connection, target } = stage;
    await create('rw_refused', 10);
    await target.query('CREATE TABLE rw_heir () INHERITS (rw_refused)');
    const joined =
      '    joins: [{ target_table: rw_heir, target_key: id, source_table: rw_refused, source_key: id }]\n';
    const ruleset = await createTasks(admin, mask('rw_refused', joined));
    for (const dry_run of [true, false]) {
      const run = await runToEnd(admin, { connection, ruleset, options: { write_mode: 'rewrite', dry_run } });
      expect(run.status).toBe('failed');
      const log = (await logOf(admin, run.id)).join('\n');
      expect(log).toContain('the task joins other tables');
      expect(log).toContain('inherit from it');
    }
    await create('rw_dry', 10);
    const dry = await createTasks(admin, mask('rw_dry'));
    const rehearsed = await runToEnd(admin, {
      connection,
      ruleset: dry,
      options: { write_mode: 'rewrite', dry_run: true },
    });
    expect(rehearsed.status).toBe('finished');
    expect(await target.query(`SELECT count(*) FROM rw_dry WHERE name = 'Name ' || id`)).toEqual([
      { count: '10' },
    ]);
  });

  it('is not written beside a parallel task that changes what is locked with it', async () => {
    const { admin, connection, target } = stage;
    await create('rw_up', 10);
    await create('rw_down', 10);
    await target.query('ALTER TABLE rw_down ADD FOREIGN KEY (id) REFERENCES rw_up');
    const branches = [mask('rw_up'), mask('rw_down')].map((task) => task.replace(/^/gm, '    ').trimEnd());
    const ruleset = await createTasks(admin, `  - type: parallel\n    tasks:\n${branches.join('\n')}\n`);
    const run = await runToEnd(admin, { connection, ruleset, options: { write_mode: 'rewrite' } });
    expect(run.error_message).toContain('is also changed by the parallel branch');
    const options = { write_mode: 'rewrite', max_rows: 3 };
    const order = { name: 'capped', source_connection: connection, ruleset, options };
    const refused = await admin.post('/api/runs/', order).expect(400);
    expect(refused.body).toEqual({ options: [expect.stringContaining('max_rows')] });
  });

  it('stays as it was when the run is cancelled while it waits for the table', async () => {
    const { admin, connection, target } = stage;
    await create('rw_stopped', 500);
    const reader = new pg.Client({ connectionString: target.url });
    await reader.connect();
    try {
      await reader.query('BEGIN; LOCK TABLE rw_stopped IN ACCESS SHARE MODE');
      const ruleset = await createTasks(admin, mask('rw_stopped'));
      const id = await startRun(admin, { connection, ruleset, options: { write_mode: 'rewrite' } });
      const isWaiting = async (): Promise<boolean> => {
        const sessions = await target.query<{ n: string }>(
          `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return sessions[0]?.n === '1';
      };
      while (!(await isWaiting())) {
        await sleep(50);
      }
      await admin.post(`/api/runs/${id}/cancel/`).expect(201);
      expect(await awaitRun(admin, id)).toMatchObject({ status: 'cancelled' });
      while (await isWaiting()) {
        await sleep(50);
      }
    } finally {
      await reader.end();
    }
    expect(await target.query(`SELECT count(*) FROM rw_stopped WHERE name = 'Name ' || id`)).toEqual([
      { count: '500' },
    ]);
  });
});
