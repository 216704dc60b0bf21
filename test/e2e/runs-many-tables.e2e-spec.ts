import { awaitRun, createTasks, logOf, runToEnd, startRun } from '../support/builders/run.builder.js';
import { endRunSessions } from '../support/end-run-sessions.js';
import { whileHeld } from '../support/hold.js';
import { useRunStage } from '../support/run-stage.js';

const stage = useRunStage();

/** More than are worked, or looked at, at a time. */
const TABLES = 24;

const names = (prefix: string): string[] => Array.from({ length: TABLES }, (_, n) => `${prefix}_${n + 1}`);

const create = async (tables: readonly string[]): Promise<void> => {
  for (const table of tables) {
    await stage.target.query(`CREATE TABLE ${table} (id int PRIMARY KEY, name text);
      INSERT INTO ${table} SELECT n, 'Name ' || n FROM generate_series(1, 20) AS n`);
  }
};

const mask = (tables: readonly string[]): string =>
  tables
    .map(
      (table) => `      - { type: mask_table, table: ${table}, key: id,
          rules: [{ column: name, masks: [{ type: from_fixed, value: masked }] }] }
`,
    )
    .join('');

/** All side by side, but for the second half of them, which is a task of its own. */
const nested = (first: readonly string[], second: readonly string[]): string =>
  `  - type: parallel
    tasks:
${mask(first)}      - type: serial
        tasks:
${mask(second).replace(/^/gm, '    ').trimEnd()}
`;

const unmasked = async (tables: readonly string[]): Promise<string[]> => {
  const left: string[] = [];
  for (const table of tables) {
    const [row] = await stage.target.query<{ rows: string }>(
      `SELECT count(*) AS rows FROM ${table} WHERE name <> 'masked'`,
    );
    left.push(...(row?.rows === '0' ? [] : [table]));
  }
  return left;
};

const stepsOf = (run: number): Promise<{ kind: string; steps: string }[]> =>
  stage.app.dataSource.query(
    'SELECT kind, count(*) AS steps FROM run_partition WHERE run_id = $1 GROUP BY kind ORDER BY kind',
    [run],
  );

const baselineOf = async (run: number): Promise<unknown> => {
  const sql = 'SELECT baseline FROM run_task WHERE run_id = $1 AND baseline IS NOT NULL';
  return (await stage.app.dataSource.query<{ baseline: unknown }[]>(sql, [run]))[0]?.baseline;
};

describe('a run over many small tables', () => {
  it('masks each in one step, which also verifies it', async () => {
    const [first, second] = [names('side'), names('row')];
    await create([...first, ...second]);
    const ruleset = await createTasks(stage.admin, nested(first, second));
    const run = await runToEnd(stage.admin, { connection: stage.connection, ruleset });
    expect(run).toMatchObject({ status: 'finished', progress: { rows_done: 2 * TABLES * 20 } });
    expect(run.progress.tasks.map(({ status }) => status)).toEqual(Array(2 * TABLES + 2).fill('finished'));
    expect(await unmasked([...first, ...second])).toEqual([]);
    expect(await stepsOf(run.id)).toEqual([
      { kind: 'check_run', steps: '1' },
      { kind: 'clean_up', steps: '1' },
      { kind: 'mask_rows', steps: String(2 * TABLES) },
    ]);
  });

  it('skips all that has not begun when one fails', async () => {
    const [first, second] = [names('a'), names('b')];
    await create([...first, ...second]);
    await stage.target.query('ALTER TABLE a_1 ADD CHECK (length(name) > 6) NOT VALID');
    const ruleset = await createTasks(stage.admin, nested(first, second));
    const run = await runToEnd(stage.admin, { connection: stage.connection, ruleset });
    expect(run.status).toBe('failed');
    const states = new Set(run.progress.tasks.map(({ status }) => status));
    expect([...states].filter((status) => ['pending', 'running', 'stopping'].includes(status))).toEqual([]);
    expect(run.progress.tasks.filter(({ status }) => status === 'skipped').length).toBeGreaterThan(TABLES);
  });

  it('skips it when the run is cancelled', async () => {
    const tables = names('c');
    await create(tables);
    const ruleset = await createTasks(stage.admin, nested(tables.slice(0, 12), tables.slice(12)));
    const id = await whileHeld(stage.target, 'SELECT 1 FROM c_1 FOR UPDATE', async ({ untilMet }) => {
      const started = await startRun(stage.admin, { connection: stage.connection, ruleset });
      await untilMet();
      await stage.admin.post(`/api/runs/${started}/cancel/`).expect(201);
      return started;
    });
    const run = await awaitRun(stage.admin, id);
    expect(run.status).toBe('cancelled');
    expect(new Set(run.progress.tasks.map(({ status }) => status))).not.toContain('pending');
  });

  it('verifies a table that was interrupted against what it was before the first attempt', async () => {
    await create(['interrupted']);
    await stage.target.query('SELECT 1; SELECT pg_stat_force_next_flush()');
    const ruleset = await createTasks(stage.admin, `  - type: serial\n    tasks:\n${mask(['interrupted'])}`);
    const id = await whileHeld(stage.target, 'SELECT 1 FROM interrupted FOR UPDATE', async ({ untilMet }) => {
      const started = await startRun(stage.admin, { connection: stage.connection, ruleset });
      await untilMet();
      const before = await baselineOf(started);
      await endRunSessions(stage.target, started);
      await untilMet();
      expect(before).toMatchObject({ counters: { inserted: 20 } });
      expect(await baselineOf(started)).toEqual(before);
      return started;
    });
    const run = await awaitRun(stage.admin, id);
    expect(run.status).toBe('finished');
    expect(await unmasked(['interrupted'])).toEqual([]);
    expect((await logOf(stage.admin, id)).join('\n')).not.toContain('updates that are not of this run');
  });
});
