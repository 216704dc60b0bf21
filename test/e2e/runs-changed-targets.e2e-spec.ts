import {
  awaitRun,
  createTasks,
  logOf,
  runToEnd,
  showRun,
  startRun,
} from '../support/builders/run.builder.js';
import { createRuleset, rulesetBody } from '../support/builders/ruleset.builder.js';
import { whileHeld } from '../support/hold.js';
import { createPeople } from '../support/people.js';
import { RunObjects } from '../../src/runs/remains/run-objects.js';
import { useRunStage } from '../support/run-stage.js';

const stage = useRunStage();

const leftOvers = (): Promise<unknown[]> =>
  stage.target.query(`SELECT relname FROM pg_class WHERE relname LIKE 'vizard%' OR relname LIKE 'tmp%'`);
const noted = (): Promise<unknown[]> => stage.app.dataSource.query('SELECT * FROM run_object');

describe('build_temp_table', () => {
  const tasks = (select: string, more = ''): string => `  - type: build_temp_table
    table_name: tmp_latest
    sql_select_statement: ${select}
${more}  - type: mask_table
    table: owners
    key: id
    joins:
      - target_table: tmp_latest
        target_key: owner_id
        source_table: owners
        source_key: id
    rules:
      - column: name
        masks:
          - type: from_column
            source_column: tmp_latest.label
`;
  const SELECT = `SELECT owner_id, 'last of ' || max(n) AS label FROM things GROUP BY owner_id;`;

  beforeAll(async () => {
    await stage.target.query(`
      CREATE TABLE owners (id int PRIMARY KEY, name text);
      CREATE TABLE things (n int, owner_id int);
      INSERT INTO owners SELECT n, 'real' FROM generate_series(1, 50) n;
      INSERT INTO things SELECT n, n % 50 + 1 FROM generate_series(1, 200) n`);
  });

  it('makes a table that later tasks join, also in a dry run, and that is gone at the end', async () => {
    const { admin, connection, target } = stage;
    const second = `  - type: build_temp_table
    table_name: tmp_second
    sql_select_statement: SELECT count(*) AS c FROM tmp_latest\n`;
    const ruleset = await createTasks(admin, tasks(SELECT, second));
    const dry = await runToEnd(admin, { connection, ruleset, options: { dry_run: true } });
    expect(dry).toMatchObject({ status: 'finished', progress: { rows_masked: 50 } });
    expect(await leftOvers()).toEqual([]);
    const run = await runToEnd(admin, { connection, ruleset });
    expect(run.status).toBe('finished');
    expect((await logOf(admin, run.id)).join('\n')).toContain(
      'build_temp_table tmp_latest: built with 50 rows',
    );
    expect(await target.query(`SELECT name FROM owners WHERE id = 1`)).toEqual([{ name: 'last of 200' }]);
    expect(await leftOvers()).toEqual([]);
    expect(await noted()).toEqual([]);
  });

  it('never touches a table that was there before', async () => {
    const { admin, connection, target } = stage;
    await target.query('CREATE TABLE tmp_latest AS SELECT 1 AS owner_id, 2 AS label');
    const run = await runToEnd(admin, { connection, ruleset: await createTasks(admin, tasks(SELECT)) });
    expect(run).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('"tmp_latest" already'),
    });
    expect(await target.query('SELECT label FROM tmp_latest')).toEqual([{ label: 2 }]);
    await target.query('DROP TABLE tmp_latest');
  });

  it('refuses what is not one query that the database understands', async () => {
    const { admin, connection } = stage;
    for (const [select, reason] of [
      ['SELECT nope FROM things', 'column "nope" does not exist'],
      ['SELECT 1 AS owner_id; DROP TABLE things', 'it must be one query'],
      ["'DELETE FROM things RETURNING owner_id'", 'the query is not usable'],
    ] as const) {
      const run = await runToEnd(admin, { connection, ruleset: await createTasks(admin, tasks(select)) });
      expect(run).toMatchObject({ status: 'failed', error_message: expect.stringContaining(reason) });
    }
  });

  it('is cleaned up after a cancellation', async () => {
    const { admin, connection, target } = stage;
    await createPeople(target, 'slow', 2_000);
    const slow = `  - type: mask_table\n    table: slow\n    key: id\n    rules: [{column: note, masks: [{type: from_fixed, value: x}]}]\n`;
    const ruleset = await createTasks(admin, tasks(SELECT) + slow);
    const id = await whileHeld(target, 'SELECT 1 FROM slow WHERE id = 1 FOR UPDATE', async ({ untilMet }) => {
      const started = await startRun(admin, { connection, ruleset });
      await untilMet();
      expect(await noted()).toHaveLength(1);
      await admin.post(`/api/runs/${started}/cancel/`).expect(201);
      return started;
    });
    await awaitRun(admin, id);
    expect((await showRun(admin, id)).status).toBe('cancelled');
    expect(await leftOvers()).toEqual([]);
    expect(await noted()).toEqual([]);
  });
});

describe('triggers', () => {
  const ruleset = (auto: boolean, value = 'masked'): Promise<string> =>
    createRuleset(
      stage.admin,
      rulesetBody({
        config_yaml: `version: "1.0"
auto_manage_triggers: ${auto}
tasks:
  - type: mask_table
    table: guarded
    key: id
    rules:
      - column: secret
        masks:
          - type: from_fixed
            value: ${value}
`,
      }),
    );
  const states = (): Promise<unknown[]> =>
    stage.target.query(
      `SELECT tgname, tgenabled FROM pg_trigger WHERE tgrelid = 'guarded'::regclass ORDER BY 1`,
    );
  const BEFORE = [
    { tgname: 'always_on', tgenabled: 'A' },
    { tgname: 'put_back', tgenabled: 'O' },
    { tgname: 'was_off', tgenabled: 'D' },
  ];
  const secrets = (): Promise<unknown[]> => stage.target.query('SELECT DISTINCT secret FROM guarded');

  beforeAll(async () => {
    await stage.target.query(`
      CREATE TABLE guarded (id int PRIMARY KEY, secret varchar(10));
      INSERT INTO guarded SELECT n, 'old' FROM generate_series(1, 100) n;
      CREATE FUNCTION put_back() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN NEW.secret := OLD.secret; RETURN NEW; END';
      CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER put_back BEFORE UPDATE ON guarded FOR EACH ROW EXECUTE FUNCTION put_back();
      CREATE TRIGGER always_on BEFORE UPDATE ON guarded FOR EACH STATEMENT EXECUTE FUNCTION nothing();
      ALTER TABLE guarded ENABLE ALWAYS TRIGGER always_on;
      CREATE TRIGGER was_off BEFORE UPDATE ON guarded FOR EACH ROW EXECUTE FUNCTION nothing();
      ALTER TABLE guarded DISABLE TRIGGER was_off`);
  });

  it('are switched back on after a failure, as they were', async () => {
    const { admin, connection } = stage;
    const run = await runToEnd(admin, { connection, ruleset: await ruleset(true, 'much too long for it') });
    expect(run).toMatchObject({ status: 'failed' });
    expect(await states()).toEqual(BEFORE);
    expect(await secrets()).toEqual([{ secret: 'old' }]);
    expect(await noted()).toEqual([]);
  });

  it('that put old values back make a run fail that leaves them on, before anything is committed', async () => {
    const { admin, connection, target } = stage;
    const run = await runToEnd(admin, { connection, ruleset: await ruleset(false) });
    expect(run).toMatchObject({ status: 'failed', progress: { rows_masked: 0 } });
    expect(run.error_message).toContain('put the old value back into column "secret" of 100 rows');
    await target.query(`
      CREATE TABLE louder (id int PRIMARY KEY, secret varchar(10));
      INSERT INTO louder SELECT n, 'old' FROM generate_series(1, 10) n;
      CREATE FUNCTION louder() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN NEW.secret := upper(NEW.secret); RETURN NEW; END';
      CREATE TRIGGER louder BEFORE UPDATE ON louder FOR EACH ROW EXECUTE FUNCTION louder()`);
    const tasks = `  - type: mask_table\n    table: louder\n    key: id\n    rules: [{column: secret, masks: [{type: from_fixed, value: masked}]}]\n`;
    const changed = await runToEnd(admin, { connection, ruleset: await createTasks(admin, tasks) });
    expect(changed.status).toBe('finished_with_warnings');
    expect((await logOf(admin, changed.id)).join('\n')).toContain('triggers changed 10 of the masked values');
    expect(await target.query('SELECT DISTINCT secret FROM louder')).toEqual([{ secret: 'MASKED' }]);
  });

  it('stay as they are in a dry run', async () => {
    const { admin, connection } = stage;
    const run = await runToEnd(admin, {
      connection,
      ruleset: await ruleset(true),
      options: { dry_run: true },
    });
    expect(run).toMatchObject({ status: 'finished' });
    expect((await logOf(admin, run.id)).join('\n')).not.toContain('triggers are off');
  });

  it('are put back after the end of a run whose target was away', async () => {
    const { admin, app, connection, target } = stage;
    const { id } = await runToEnd(admin, { connection, ruleset: await ruleset(true) });
    const trigger = { table: { schema: 'public', table: 'guarded' }, name: 'put_back', state: 'enabled' };
    await app.dataSource.query('INSERT INTO run_object (run_id, definition) VALUES ($1, $2)', [
      id,
      { kind: 'trigger', trigger },
    ]);
    await target.query(`ALTER TABLE guarded DISABLE TRIGGER put_back; UPDATE guarded SET secret = 'old'`);
    await app.app.get(RunObjects).undoLeft();
    expect(await states()).toEqual(BEFORE);
    expect(await noted()).toEqual([]);
    expect((await logOf(admin, id)).at(-1)).toContain('trigger "put_back" of "public"."guarded"');
    await target.query(`ALTER TABLE guarded DISABLE TRIGGER put_back`);
    await target.query(`UPDATE guarded SET secret = 'old'`);
    await target.query(`ALTER TABLE guarded ENABLE TRIGGER put_back`);
  });

  it('are off while their table is masked', async () => {
    const { admin, connection } = stage;
    const run = await runToEnd(admin, { connection, ruleset: await ruleset(true) });
    expect(run).toMatchObject({ status: 'finished', progress: { rows_masked: 100 } });
    expect(await secrets()).toEqual([{ secret: 'masked' }]);
    expect(await states()).toEqual(BEFORE);
    expect((await logOf(admin, run.id)).join('\n')).toContain('triggers are off: "always_on", "put_back"');
  });
});
