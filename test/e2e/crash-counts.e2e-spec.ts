import { awaitRun, createTasks, logOf, startRun } from '../support/builders/run.builder.js';
import { killBeforeTelling } from '../support/kill-worker.js';
import { useRunStage } from '../support/run-stage.js';
import { valuesKept } from '../support/values-kept.js';

const stage = useRunStage();

const ROWS = 300;

/** Every third name is cut, and of the others every second is skipped. */
const tasks = (table: string, key: string): string => `  - type: mask_table
    table: ${table}
    key: ${key}
    rules:
      - column: name
        skip: [keep]
        on_overflow: truncate
        masks: [{ type: concat, masks: [{ type: do_nothing }, { type: from_fixed, value: '!' }] }]
`;

const create = (table: string, key: string): Promise<unknown> =>
  stage.target.query(`CREATE TABLE ${table} (id int ${key}, name varchar(4));
    INSERT INTO ${table} SELECT n, CASE WHEN n % 3 = 0 THEN 'abcd' WHEN n % 2 = 0 THEN 'keep' ELSE 'a' END
      FROM generate_series(1, ${ROWS}) AS n`);

describe('a worker that is killed when its work is committed and not told', () => {
  it.each([
    ['in place', {}, 'id'],
    ['written anew', { write_mode: 'rewrite' }, 'id'],
    ['without a key', {}, 'ctid'],
  ])('takes no count and no warning along: %s', async (name, options, key) => {
    const { admin, connection, target } = stage;
    const table = `told_${name.replaceAll(' ', '_')}`;
    await create(table, key === 'id' ? 'PRIMARY KEY' : '');
    const ruleset = await createTasks(admin, tasks(table, key));
    const order = { connection, ruleset, options: { ...options, batch_size: ROWS } };
    const lock = `SELECT 1 FROM ${table} WHERE id = ${ROWS} FOR UPDATE`;
    const id = await killBeforeTelling(stage, lock, () => startRun(admin, order));
    const run = await awaitRun(admin, id);
    expect({ status: run.status, tasks: run.progress.tasks }).toMatchObject({
      status: 'finished_with_warnings',
      tasks: [
        {
          ...{ rows_done: ROWS, rows_masked: 200 },
          columns: [
            { column: 'name', changed: 100, skipped: 100, unchanged: 100, truncated: 100, altered: 0 },
          ],
        },
      ],
    });
    const log = await logOf(admin, id);
    expect(log.filter((line) => line.startsWith('[truncated]'))).toEqual([
      `[truncated] mask_table "public"."${table}": 100 masked texts of column "name" were cut to what it holds`,
    ]);
    expect(log.join('\n')).toContain('a worker was lost');
    expect(await target.query(`SELECT count(*) FROM ${table} WHERE name = 'a!'`)).toEqual([{ count: '100' }]);
  });

  it('takes along neither how many keys it wrote nor what is to be said of them', async () => {
    const { admin, connection, target } = stage;
    await target.query(`CREATE TABLE told_pair (a int, b int, note text, PRIMARY KEY (a, b));
      INSERT INTO told_pair SELECT n, n % 7 FROM generate_series(1, ${ROWS}) AS n;
      CREATE TABLE told_child (id int PRIMARY KEY, a int, b int, FOREIGN KEY (a, b) REFERENCES told_pair);
      INSERT INTO told_child SELECT a, CASE WHEN a > 5 THEN a END, b FROM told_pair`);
    const ruleset = await createTasks(
      admin,
      `  - { type: mask_unique_key, table: told_pair, target_key: [{ column: a }, { column: b }] }\n`,
    );
    const lock = `SELECT 1 FROM told_pair WHERE a = ${ROWS} FOR UPDATE`;
    // as if the worker had died before it had the server look at the table again
    const lookBack = (): Promise<unknown> =>
      target.query(
        `UPDATE told_pair SET note = 'secret ' || a; ANALYZE told_pair; UPDATE told_pair SET note = ''`,
      );
    const start = (): Promise<number> => startRun(admin, { connection, ruleset });
    const id = await killBeforeTelling(stage, lock, start, lookBack);
    const run = await awaitRun(admin, id);
    expect(await valuesKept(target, ['told_pair'], 'secret')).toEqual([]);
    const log = (await logOf(admin, id)).join('\n');
    expect({ status: run.status, tasks: run.progress.tasks, log }).toMatchObject({
      status: 'finished_with_warnings',
      tasks: [{ rows_done: ROWS, rows_masked: ROWS }],
      log: expect.stringMatching(/^\[partial_key\] .*: 5 rows hold a part of the key/m),
    });
    expect(log).toContain('a worker was lost');
    expect(log).toMatch(
      /key "public"\."told_pair".*300 values, 1 references followed, 595 rows written in 2 tables/,
    );
  });

  it('does not take along what triggers made of the values', async () => {
    const { admin, connection, target } = stage;
    await create('told_triggers', 'PRIMARY KEY');
    await target.query(`CREATE FUNCTION louder() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN NEW.name := upper(NEW.name); RETURN NEW; END';
      CREATE TRIGGER louder BEFORE UPDATE ON told_triggers FOR EACH ROW WHEN (NEW.name = 'a!') EXECUTE FUNCTION louder()`);
    const ruleset = await createTasks(admin, tasks('told_triggers', 'id'));
    const lock = `SELECT 1 FROM told_triggers WHERE id = ${ROWS} FOR UPDATE`;
    const id = await killBeforeTelling(stage, lock, () =>
      startRun(admin, { connection, ruleset, options: { batch_size: ROWS / 2 } }),
    );
    const run = await awaitRun(admin, id);
    expect(run.progress.tasks).toMatchObject([
      { columns: [{ column: 'name', truncated: 100, altered: 100 }] },
    ]);
    expect((await logOf(admin, id)).join('\n')).toContain(
      'triggers changed 100 of the masked values of column "name"',
    );
  });
});
