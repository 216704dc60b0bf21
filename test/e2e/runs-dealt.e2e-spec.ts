import { setTimeout as sleep } from 'node:timers/promises';
import { awaitRun, createTasks, logOf, runToEnd, startRun } from '../support/builders/run.builder.js';
import { endRunSessions } from '../support/end-run-sessions.js';
import { whileHeld } from '../support/hold.js';
import { useRunStage } from '../support/run-stage.js';

const stage = useRunStage();

const SECRET = 'dealt-out-secret-0001';

const tasks = (table: string, rules: string, more = ''): string => `  - type: mask_table
    table: ${table}
    key: [a, id]
${more}    rules:
${rules.replace(/^/gm, '      ')}
`;

const SHUFFLE = `- column: salary
  skip: [null]
  masks: [{type: secure_shuffle}]
- if: [{column: salary, equals: 7}]
  rules:
    - column: note
      masks: [{type: from_fixed, value: seven}]`;

const create = (table: string, rows: number): Promise<unknown> =>
  stage.target
    .query(`CREATE TABLE ${table} AS SELECT n % 3 AS a, n AS id, nullif(n % 40, 13)::numeric(8,2) AS salary,
    'x' AS note FROM generate_series(1, ${rows}) AS n; ALTER TABLE ${table} ADD PRIMARY KEY (a, id)`);

/** The values of salary and how often they occur, and how many rows have another than before. */
const dealtOf = (table: string): Promise<unknown[]> =>
  stage.target
    .query(`SELECT count(*) FILTER (WHERE salary IS DISTINCT FROM nullif(id % 40, 13))::int AS moved,
      count(*) FILTER (WHERE salary IS NULL AND id % 40 <> 13)::int AS lost,
      count(*) FILTER (WHERE (note = 'seven') <> (id % 40 = 7))::int AS misled,
      (SELECT bool_and(c = 75) FROM (SELECT count(*) AS c FROM ${table} GROUP BY salary) AS s) AS even
    FROM ${table}`);

const salaries = (table: string): Promise<unknown[]> =>
  stage.target.query(`SELECT id, salary FROM ${table} ORDER BY id`);

describe('secure_shuffle', () => {
  it('deals the values of all rows out, repeatably, and other rules see them where they were', async () => {
    const { admin, connection, target } = stage;
    const ruleset = await createTasks(admin, tasks('dealt', SHUFFLE));
    const results: unknown[] = [];
    for (const secret of [SECRET, SECRET, `${SECRET}-other`]) {
      await target.query('DROP TABLE IF EXISTS dealt');
      await create('dealt', 3_000);
      const options = { batch_size: 400, run_secret: secret };
      expect(await runToEnd(admin, { connection, ruleset, options })).toMatchObject({ status: 'finished' });
      const [found] = await dealtOf('dealt');
      expect(found).toMatchObject({ lost: 0, misled: 0, even: true });
      expect((found as { moved: number }).moved).toBeGreaterThan(2_500);
      results.push(await salaries('dealt'));
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).not.toEqual(results[0]);
    expect(await target.query(`SELECT relname FROM pg_class WHERE relname LIKE 'vizard%'`)).toEqual([]);
  });

  it('asks conditions about the row as it was, although their column is dealt out', async () => {
    const { admin, connection, target } = stage;
    await target.query(`CREATE TABLE dealt_depts AS SELECT n % 3 AS a, n AS id,
      CASE WHEN n % 2 = 0 THEN 'HR' ELSE 'IT' END AS dept, 'pay-' || n AS salary FROM generate_series(1, 400) AS n;
      ALTER TABLE dealt_depts ADD PRIMARY KEY (a, id)`);
    const rules = `- column: dept
  masks: [{type: secure_shuffle}]
- if: [{column: dept, equals: HR}]
  rules:
    - column: salary
      masks: [{type: secure_shuffle}, {type: transform_case, transform: uppercase}]`;
    const ruleset = await createTasks(admin, tasks('dealt_depts', rules));
    const run = await runToEnd(admin, { connection, ruleset, options: { batch_size: 64 } });
    expect(run).toMatchObject({ status: 'finished' });
    const rows = await target.query<{ id: number; dept: string; salary: string }>(
      'SELECT id, dept, salary FROM dealt_depts ORDER BY id',
    );
    const wasHr = rows.filter(({ id }) => id % 2 === 0);
    expect(wasHr.map(({ salary }) => salary).sort()).toEqual(wasHr.map(({ id }) => `PAY-${id}`).sort());
    const wasIt = rows.filter(({ id }) => id % 2 === 1);
    expect(wasIt.map(({ salary }) => salary)).toEqual(wasIt.map(({ id }) => `pay-${id}`));
    expect(rows.filter(({ dept }) => dept === 'HR')).toHaveLength(200);
    expect(wasHr.filter(({ dept }) => dept === 'IT').length).toBeGreaterThan(50);
  });

  it('deals out once, although its sessions die under way', async () => {
    const { admin, connection, target } = stage;
    await create('dealt_died', 3_000);
    const ruleset = await createTasks(admin, tasks('dealt_died', SHUFFLE));
    const lastRow = 'SELECT 1 FROM dealt_died WHERE a = 2 AND id = 2999 FOR UPDATE';
    const id = await whileHeld(target, lastRow, async () => {
      const started = await startRun(admin, { connection, ruleset, options: { batch_size: 400 } });
      for (const rows of [0, 400, 1_200]) {
        await awaitRun(admin, started, (run) =>
          run.progress.tasks.some((task) => task.status === 'running' && task.rows_done >= rows),
        );
        while ((await endRunSessions(target, started)) === 0) {
          await sleep(20);
        }
      }
      return started;
    });
    expect(await awaitRun(admin, id)).toMatchObject({ status: 'finished' });
    expect(await dealtOf('dealt_died')).toMatchObject([{ lost: 0, misled: 0, even: true }]);
  });

  it('leaves rows outside of where, conditions and max_rows out, and changes nothing in a dry run', async () => {
    const { admin, connection, target } = stage;
    await create('dealt_part', 800);
    const rules = `- if: [{column: a, equals: 1}]
  rules:
    - column: salary
      masks: [{type: secure_shuffle}, {type: do_nothing}]`;
    const ruleset = await createTasks(admin, tasks('dealt_part', rules, '    where: id <= 600\n'));
    const before = await salaries('dealt_part');
    const dry = await runToEnd(admin, { connection, ruleset, options: { dry_run: true } });
    expect(dry.status).toBe('finished');
    expect(await salaries('dealt_part')).toEqual(before);
    await runToEnd(admin, { connection, ruleset, options: { max_rows: 300 } });
    const [moved] = await target.query<Record<string, unknown>>(`SELECT
      count(*) FILTER (WHERE salary IS DISTINCT FROM nullif(id % 40, 13) AND a <> 1)::int AS wrong,
      count(*) FILTER (WHERE salary IS DISTINCT FROM nullif(id % 40, 13) AND a = 1 AND id <= 600)::int > 50 AS dealt,
      (SELECT count(*) FROM (
        (SELECT salary FROM dealt_part EXCEPT ALL SELECT nullif(id % 40, 13)::numeric(8,2) FROM dealt_part)
      ) AS s)::int AS lost FROM dealt_part`);
    expect(moved).toEqual({ wrong: 0, dealt: true, lost: 0 });
  });

  it('is refused, with its line, where it cannot be', async () => {
    const { admin, connection, target } = stage;
    await create('dealt_unique', 10);
    await target.query('CREATE UNIQUE INDEX ON dealt_unique (id)');
    const rules = '- column: id\n  masks: [{type: secure_shuffle}]\n';
    const ruleset = await createTasks(admin, tasks('dealt_unique', rules).replace('[a, id]', 'ctid'));
    const run = await runToEnd(admin, { connection, ruleset });
    expect(run.status).toBe('failed');
    const log = (await logOf(admin, run.id)).join('\n');
    expect(log).toContain('line 7, column 9: secure_shuffle of column "id" needs a table with a key');
    expect(log).toContain('would meet a unique index');
  });
});

describe('from_unique on a column without a unique index', () => {
  const unique = (format: string): string =>
    tasks(
      'numbered',
      `- column: note\n  masks: [{type: concat, masks: [{type: from_fixed, value: P}, {type: from_unique, format: "${format}"}]}]`,
    );

  it('gives every row another value', async () => {
    const { admin, connection, target } = stage;
    await create('numbered', 2_000);
    const ruleset = await createTasks(admin, unique('{[A-Z],2}{[0-9],1}'));
    expect(await runToEnd(admin, { connection, ruleset, options: { batch_size: 300 } })).toMatchObject({
      progress: { rows_masked: 2_000 },
    });
    expect(await target.query('SELECT count(DISTINCT note)::int AS n FROM numbered')).toEqual([{ n: 2_000 }]);
  });

  it('is refused before the first write where the format has too few', async () => {
    const { admin, connection } = stage;
    const run = await runToEnd(admin, { connection, ruleset: await createTasks(admin, unique('{[0-9],2}')) });
    expect(run).toMatchObject({ status: 'failed', progress: { rows_masked: 0 } });
    expect(run.error_message).toContain('line 8');
    expect(run.error_message).toContain('too few for the 2000 rows');
  });
});
