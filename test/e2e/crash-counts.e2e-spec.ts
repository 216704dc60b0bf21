import { awaitRun, createTasks, logOf, startRun } from '../support/builders/run.builder.js';
import { killBeforeTelling } from '../support/kill-worker.js';
import { useRunStage } from '../support/run-stage.js';

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
