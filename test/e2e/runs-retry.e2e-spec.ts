import { isDeepStrictEqual } from 'node:util';
import {
  awaitRun,
  createTasks,
  logOf,
  runToEnd,
  showRun,
  type WireRun,
} from '../support/builders/run.builder.js';
import { useRunStage } from '../support/run-stage.js';

const stage = useRunStage();

const NOT_NEEDED = '00000000-0000-4000-8000-000000000000';

/** Every name gets one more sign, so that a row that is masked twice is seen. */
const append = (table: string, more = ''): string => `  - type: mask_table
    table: ${table}
    key: id
${more}    rules:
      - column: name
        masks: [{type: concat, masks: [{type: do_nothing}, {type: from_fixed, value: '!'}]}]
`;

const create = (table: string, rows: number): Promise<unknown> =>
  stage.target
    .query(`CREATE TABLE ${table} AS SELECT n AS id, 'n' || n AS name FROM generate_series(1, ${rows}) AS n;
    ALTER TABLE ${table} ADD PRIMARY KEY (id)`);

const masked = async (table: string): Promise<unknown> =>
  (
    await stage.target.query(
      `SELECT count(*) FILTER (WHERE name = 'n' || id || '!')::int AS once, count(*)::int AS "all" FROM ${table}`,
    )
  )[0];

const retry = async (id: number): Promise<WireRun> => {
  const { body } = await stage.admin.post(`/api/runs/${id}/retry/`, {}).expect(201);
  expect(body).toMatchObject({ id, error_message: null });
  return awaitRun(stage.admin, id);
};

describe('POST /api/runs/{id}/retry/', () => {
  it('goes on behind the last batch, with the tasks that were not done', async () => {
    const { admin, app, connection, target } = stage;
    await create('retry_first', 50);
    await create('retry_second', 3_000);
    await create('retry_third', 20);
    await target.query(`ALTER TABLE retry_second ADD CONSTRAINT guarded CHECK (id <> 2500 OR name = 'n2500');
      CREATE FUNCTION same() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
      CREATE TRIGGER same BEFORE UPDATE ON retry_second FOR EACH ROW EXECUTE FUNCTION same()`);
    const tasks = append('retry_first') + append('retry_second') + append('retry_third');
    const ruleset = await createTasks(admin, `${tasks}auto_manage_triggers: true\n`);
    const failed = await runToEnd(admin, { connection, ruleset, options: { batch_size: 500 } });
    expect(failed.status).toBe('failed');
    expect(await masked('retry_second')).toEqual({ once: 2_100, all: 3_000 });
    const kept = await app.database.query(
      `SELECT count(*)::int AS open FROM run_partition WHERE bounds IS NOT NULL OR own_cursor IS NOT NULL`,
    );
    expect(kept).toEqual([{ open: 0 }]);

    await target.query('ALTER TABLE retry_second DROP CONSTRAINT guarded');
    expect(await retry(failed.id)).toMatchObject({ status: 'finished', progress: { rows_masked: 3_070 } });
    expect(await masked('retry_first')).toEqual({ once: 50, all: 50 });
    expect(await masked('retry_second')).toEqual({ once: 3_000, all: 3_000 });
    expect(await masked('retry_third')).toEqual({ once: 20, all: 20 });
    expect(await target.query(`SELECT tgenabled FROM pg_trigger WHERE tgname = 'same'`)).toEqual([
      { tgenabled: 'O' },
    ]);
    expect(await target.query(`SELECT relname FROM pg_class WHERE relname LIKE 'vizard%'`)).toEqual([]);
    const log = (await logOf(admin, failed.id)).join('\n');
    expect(log).toContain('Retry asked for by admin');
    expect(log).not.toContain('The ruleset was changed');
    expect(log.match(/triggers are off/g)).toHaveLength(2);
    await admin.post(`/api/runs/${failed.id}/retry/`, {}).expect(400);
  });

  it('remembers where it stood, however often it fails before the next batch', async () => {
    const { admin, connection, target } = stage;
    await create('retry_again', 3_000);
    await target.query(`ALTER TABLE retry_again ADD CONSTRAINT guarded CHECK (id <> 2500 OR name = 'n2500')`);
    const ruleset = await createTasks(admin, append('retry_again'));
    const failed = await runToEnd(admin, { connection, ruleset, options: { batch_size: 500 } });
    expect(failed.status).toBe('failed');
    // pages begin small, so some more rows fit in before it fails without a batch
    for (let before: unknown = null, now = await masked('retry_again'); !isDeepStrictEqual(before, now);) {
      before = now;
      expect(await retry(failed.id)).toMatchObject({ status: 'failed' });
      now = await masked('retry_again');
    }

    await target.query('ALTER TABLE retry_again DROP CONSTRAINT guarded');
    expect(await retry(failed.id)).toMatchObject({ status: 'finished', progress: { rows_masked: 3_000 } });
    expect(await masked('retry_again')).toEqual({ once: 3_000, all: 3_000 });
  });

  it('begins a run anew whose check failed', async () => {
    const { admin, connection } = stage;
    const ruleset = await createTasks(admin, append('retry_late'));
    const failed = await runToEnd(admin, { connection, ruleset });
    await create('retry_late', 5);
    const path = `/api/rulesets/${ruleset}/`;
    const { name, config_yaml } = (await admin.get(path)).body as { name: string; config_yaml: string };
    await admin.put(path, { name, config_yaml: `${config_yaml}# changed\n` }).expect(200);
    expect(await retry(failed.id)).toMatchObject({ status: 'finished' });
    expect(await masked('retry_late')).toEqual({ once: 5, all: 5 });
    expect((await logOf(admin, failed.id)).join('\n')).toContain('The ruleset was changed after this run');
  });

  it('is refused once another run has worked on the database, but not after a dry run', async () => {
    const { admin, connection, target } = stage;
    await create('retry_old', 5);
    await create('retry_other', 5);
    await target.query('ALTER TABLE retry_old ADD CHECK (length(name) < 3)');
    const ruleset = await createTasks(admin, append('retry_old'));
    const failed = await runToEnd(admin, { connection, ruleset });
    const other = await createTasks(admin, append('retry_other'));
    await runToEnd(admin, { connection, ruleset: other, options: { dry_run: true } });
    expect(await retry(failed.id)).toMatchObject({ status: 'failed' });
    await runToEnd(admin, { connection, ruleset: other });
    const { body } = await admin.post(`/api/runs/${failed.id}/retry/`, {}).expect(400);
    expect((body as { detail: string }).detail).toContain('another run has worked on its database');
    expect(await showRun(admin, failed.id)).toMatchObject({ status: 'failed' });
    await admin.post('/api/runs/999999/retry/', {}).expect(404);
  });
});

describe('GET /api/runs/validate/', () => {
  it('says whether a run could be started, and starts none', async () => {
    const { admin, app, connection } = stage;
    const ruleset = await createTasks(admin, append('retry_late'));
    const validate = async (query: string): Promise<unknown> =>
      (await admin.get(`/api/runs/validate/?${query}`).expect(200)).body;
    const [before] = await app.database.query('SELECT count(*) FROM run');
    const options = encodeURIComponent('{"dry_run": true}');
    expect(await validate(`source_connection=${connection}&ruleset=${ruleset}&options=${options}`)).toEqual({
      ...{ valid: true, errors: {} },
    });
    expect(await validate(`source_connection=${NOT_NEEDED}&ruleset=${ruleset}`)).toEqual({
      ...{ valid: false, errors: { source_connection: ['There is no such connection.'] } },
    });
    expect(await validate(`connection=${connection}&ruleset=${ruleset}&options=%7B"dry":1%7D`)).toEqual({
      ...{ valid: false, errors: { options: ['Unknown option "dry".'] } },
    });
    const both = `source_connection=${connection}&ruleset=${ruleset}`;
    expect(await validate(`${both}&mask_type=file`)).toEqual({
      ...{ valid: false, errors: { mask_type: [expect.any(String)] } },
    });
    expect(await validate(`${both}&destination_connection=${connection}`)).toEqual({
      ...{ valid: false, errors: { destination_connection: [expect.any(String)] } },
    });
    await admin.get(`/api/runs/validate/?source_connection=${connection}`).expect(400);
    expect(await app.database.query('SELECT count(*) FROM run')).toEqual([before]);
  });
});
