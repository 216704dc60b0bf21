import { connectTo, createTasks, logOf, runToEnd } from '../support/builders/run.builder.js';
import { useRunStage } from '../support/run-stage.js';
import { createRole } from '../support/test-role.js';

const stage = useRunStage();

const tasks = (table: string): string => `  - type: mask_table
    table: ${table}
    key: id
    rules:
      - column: name
        masks: [{ type: from_fixed, value: masked }]
`;

/** What the server would tell of the table's values to those who may read it. */
const known = (table: string): Promise<unknown[]> =>
  stage.target.query(
    `SELECT attname, (coalesce(most_common_vals::text, '') || coalesce(histogram_bounds::text, '')) ~ 'secret' AS told
     FROM pg_stats WHERE tablename = '${table}' AND attname IN ('name', 'owner') ORDER BY 1`,
  );

const create = (table: string): Promise<unknown> =>
  stage.target.query(`CREATE TABLE ${table} (id int PRIMARY KEY, name text);
    INSERT INTO ${table} SELECT n, 'secret ' || n FROM generate_series(1, 300) n; ANALYZE ${table}`);

describe('what the server knows about values, for its plans', () => {
  it.each(['in_place', 'rewrite'])('is renewed when a table is masked: %s', async (write_mode) => {
    const { admin, connection } = stage;
    const table = `st_${write_mode}`;
    await create(table);
    expect(await known(table)).toEqual([{ attname: 'name', told: true }]);
    const ruleset = await createTasks(admin, tasks(table));
    const run = await runToEnd(admin, { connection, ruleset, options: { write_mode } });
    expect(run.status).toBe('finished');
    expect(await known(table)).toEqual([{ attname: 'name', told: false }]);
  });

  it('is renewed of keys and of what refers to them', async () => {
    const { admin, connection, target } = stage;
    await target.query(`CREATE TABLE st_owner (name text PRIMARY KEY); CREATE TABLE st_child (owner text REFERENCES st_owner);
      INSERT INTO st_owner SELECT 'secret' || n FROM generate_series(1, 300) n;
      INSERT INTO st_child SELECT name FROM st_owner; ANALYZE st_owner; ANALYZE st_child`);
    const rule = 'rules: [{ column: name, masks: [{ type: imitate_unique }] }]';
    const ruleset = await createTasks(
      admin,
      `  - { type: mask_table, table: st_owner, key: name, ${rule} }
`,
    );
    const run = await runToEnd(admin, { connection, ruleset });
    expect(run.progress.tasks[0]).toMatchObject({ status: 'finished' });
    expect([...(await known('st_owner')), ...(await known('st_child'))]).toEqual([
      { attname: 'name', told: false },
      { attname: 'owner', told: false },
    ]);
  });

  it('stays, and the run says so, where the user does not own the table', async () => {
    const { admin, target } = stage;
    await create('st_foreign');
    const role = await createRole(target, ['GRANT SELECT, UPDATE ON st_foreign TO']);
    const connection = await connectTo(admin, target, role.credentials);
    const run = await runToEnd(admin, { connection, ruleset: await createTasks(admin, tasks('st_foreign')) });
    expect(run.progress.tasks[0]).toMatchObject({ status: 'finished', rows_masked: 300 });
    expect(await known('st_foreign')).toEqual([{ attname: 'name', told: true }]);
    expect(await logOf(admin, run.id)).toContainEqual(
      expect.stringMatching(
        /statistics of "public"."st_foreign" are not renewed \(.*does not own the table\)/,
      ),
    );
    await role.drop();
  });
});
