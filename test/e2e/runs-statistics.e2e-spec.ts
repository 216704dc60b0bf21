import {
  awaitRun,
  connectTo,
  createTasks,
  logOf,
  runToEnd,
  startRun,
} from '../support/builders/run.builder.js';
import { killBeforeTelling } from '../support/kill-worker.js';
import { useRunStage } from '../support/run-stage.js';
import { createRole } from '../support/test-role.js';
import { valuesKept } from '../support/values-kept.js';

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
    // The server itself would renew them, now or in a minute.
    await target.query('ALTER TABLE st_foreign SET (autovacuum_enabled = off)');
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

  it('is renewed of tables above when parts are masked by their names, once all are masked', async () => {
    const { admin, connection, target } = stage;
    await target.query(`CREATE TABLE st_root (id int, name text) PARTITION BY RANGE (id);
      CREATE TABLE st_low PARTITION OF st_root (PRIMARY KEY (id)) FOR VALUES FROM (0) TO (150);
      CREATE TABLE st_high PARTITION OF st_root FOR VALUES FROM (150) TO (1000) PARTITION BY RANGE (id);
      CREATE TABLE st_highest PARTITION OF st_high (PRIMARY KEY (id)) FOR VALUES FROM (150) TO (1000);
      INSERT INTO st_root SELECT n, 'secret ' || n FROM generate_series(1, 300) n; ANALYZE st_root`);
    const all = ['st_root', 'st_high', 'st_low', 'st_highest'];
    expect(await valuesKept(target, all, 'secret')).toHaveLength(4);
    const branches = (tasks('st_low') + tasks('st_highest')).replace(/^(?=.)/gm, '    ');
    const ruleset = await createTasks(admin, `  - type: parallel\n    tasks:\n${branches}`);
    const run = await runToEnd(admin, { connection, ruleset });
    expect(run.status).toBe('finished');
    expect(await valuesKept(target, all, 'secret')).toEqual([]);
    expect(await valuesKept(target, all, 'masked')).toHaveLength(4);
  });

  it('is renewed of tables that inherit, and of those that they inherit from', async () => {
    const { admin, connection, target } = stage;
    await target.query(`CREATE TABLE st_old (id int PRIMARY KEY, name text);
      CREATE TABLE st_new (PRIMARY KEY (id)) INHERITS (st_old); CREATE INDEX ON st_new (lower(name));
      INSERT INTO st_old SELECT n, 'secret ' || n FROM generate_series(1, 300) n;
      INSERT INTO st_new SELECT n, 'secret ' || n FROM generate_series(301, 600) n; ANALYZE`);
    const all = ['st_old', 'st_new'];
    expect(await valuesKept(target, all, 'secret')).toHaveLength(4);
    await runToEnd(admin, { connection, ruleset: await createTasks(admin, tasks('st_old')) });
    expect(await target.query(`SELECT count(*) FROM st_old WHERE name <> 'masked'`)).toEqual([
      { count: '0' },
    ]);
    expect(await valuesKept(target, all, 'secret')).toEqual([]);
    await target.query(`UPDATE st_new SET name = 'secret ' || id; ANALYZE st_old, st_new`);
    await runToEnd(admin, { connection, ruleset: await createTasks(admin, tasks('st_new')) });
    expect(await valuesKept(target, all, 'secret')).toEqual([]);
  });

  it('is forgotten of parts that a masked column leaves empty, and of columns that are not looked at any more', async () => {
    const { admin, connection, target } = stage;
    await target.query(`CREATE TABLE st_by_name (id int, name text) PARTITION BY LIST (name);
      CREATE TABLE st_secret PARTITION OF st_by_name FOR VALUES IN ('secret');
      CREATE TABLE st_other PARTITION OF st_by_name DEFAULT;
      INSERT INTO st_by_name SELECT n, 'secret' FROM generate_series(1, 300) n; ANALYZE st_by_name`);
    await create('st_silent');
    await target.query('ALTER TABLE st_silent ALTER name SET STATISTICS 0');
    const ruleset = await createTasks(admin, tasks('st_by_name') + tasks('st_silent'));
    const run = await runToEnd(admin, { connection, ruleset });
    expect(run.progress.tasks).toMatchObject([{ status: 'finished' }, { status: 'finished' }]);
    const all = ['st_by_name', 'st_secret', 'st_other', 'st_silent'];
    expect(await valuesKept(target, all, 'secret')).toEqual([]);
  });

  describe('of a table that is emptied', () => {
    const truncate = (table: string): string => `  - { type: truncate_table, table: ${table} }\n`;

    const createFull = async (table: string): Promise<void> => {
      await create(table);
      await stage.target
        .query(`UPDATE ${table} SET name = 'secret ' || id % 50; CREATE INDEX ON ${table} (upper(name));
        CREATE STATISTICS ${table}_both (mcv) ON id, name FROM ${table}; ANALYZE ${table}`);
    };

    it('is forgotten, of the rows of tables above, too', async () => {
      const { admin, connection, target } = stage;
      await createFull('st_emptied');
      await target.query(`CREATE TABLE st_all (id int, name text) PARTITION BY LIST (id);
        CREATE TABLE st_only PARTITION OF st_all DEFAULT;
        INSERT INTO st_all SELECT n, 'secret ' || n FROM generate_series(1, 300) n; ANALYZE st_all`);
      const all = ['st_emptied', 'st_all', 'st_only'];
      expect(await valuesKept(target, all, 'secret')).toEqual([
        ...[
          'st_all name below',
          'st_emptied name',
          'st_emptied st_emptied_both',
          'st_emptied_upper_idx upper',
        ],
        'st_only name',
      ]);
      const ruleset = await createTasks(admin, truncate('st_emptied') + truncate('st_only'));
      const run = await runToEnd(admin, { connection, ruleset });
      expect(run.status).toBe('finished');
      expect(await valuesKept(target, all, 'secret')).toEqual([]);
    });

    it('is forgotten although the worker that emptied it is lost', async () => {
      const { admin, connection, target } = stage;
      await createFull('st_lost');
      const ruleset = await createTasks(admin, truncate('st_lost'));
      const start = (): Promise<number> => startRun(admin, { connection, ruleset });
      // as if the worker had died before it came to that
      const fill = (): Promise<unknown> =>
        target.query(`INSERT INTO st_lost SELECT n, 'secret ' || n FROM generate_series(1, 300) n; ANALYZE st_lost;
          DELETE FROM st_lost`);
      const lock = 'SELECT 1 FROM st_lost WHERE id = 1 FOR UPDATE';
      const run = await awaitRun(admin, await killBeforeTelling(stage, lock, start, fill));
      expect(run.status).toBe('finished');
      expect((await logOf(admin, run.id)).join('\n')).toContain('had been emptied before');
      expect(await valuesKept(target, ['st_lost'], 'secret')).toEqual([]);
    });

    it('stays as far as the user may not change it, and the run says so', async () => {
      const { admin, target } = stage;
      await createFull('st_owned');
      await create('st_lent');
      const role = await createRole(target, [
        'ALTER TABLE st_owned OWNER TO',
        'GRANT TRUNCATE ON st_lent TO',
      ]);
      const connection = await connectTo(admin, target, role.credentials);
      const ruleset = await createTasks(admin, truncate('st_owned') + truncate('st_lent'));
      const run = await runToEnd(admin, { connection, ruleset });
      expect(run.progress.tasks).toMatchObject([{ status: 'finished' }, { status: 'finished' }]);
      const log = (await logOf(admin, run.id)).join('\n');
      expect(log).toMatch(
        /statistics of "public"."st_owned" are not renewed \(those of several columns together /,
      );
      expect(log).toMatch(
        /statistics of "public"."st_lent" are not renewed \(the database user does not own the/,
      );
      const server = await target.query<{ clears: boolean }>(
        `SELECT current_setting('server_version_num')::int >= 180000 AS clears`,
      );
      const columns = ['st_owned name', 'st_owned_upper_idx upper'];
      expect(await valuesKept(target, ['st_owned'], 'secret')).toEqual(
        [...(server[0]?.clears === true ? [] : columns), 'st_owned st_owned_both'].sort(),
      );
      await target.query('ALTER TABLE st_owned OWNER TO CURRENT_USER');
      await role.drop();
    });
  });
});
