import { connectTo, createTasks, logOf, showRun, startRun } from '../support/builders/run.builder.js';
import { connectionBody, createConnection } from '../support/builders/connection.builder.js';
import { createRuleset, INVALID_RULESET, rulesetBody } from '../support/builders/ruleset.builder.js';
import { maskPeople } from '../support/people.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';
import { uniqueName } from '../support/unique-name.js';

/** No worker is running here: runs stay in the queue. */
let app: TestApp;
let target: TestDatabase;
let as: RoleClients;
let connection: string;
let ruleset: string;

beforeAll(async () => {
  [app, target] = await Promise.all([createTestApp(), createTargetDatabase()]);
  as = await installRoles(app);
  connection = await connectTo(as.builder, target);
  ruleset = await createTasks(as.builder, maskPeople('people'));
});

afterAll(async () => {
  await app.stop();
  await target.drop();
});

const NO_SUCH = '00000000-0000-4000-8000-000000000000';
const order = (more: object = {}): object => ({
  name: 'test',
  source_connection: connection,
  ruleset,
  options: {},
  ...more,
});
const start = (more: object = {}): Promise<number> => startRun(as.runner, { connection, ruleset, ...more });

describe('who may call', () => {
  it.each([
    ['get', '/api/runs/'],
    ['post', '/api/runs/'],
    ['get', '/api/runs/1/'],
    ['post', '/api/runs/1/cancel/'],
    ['get', '/api/runs/1/log/'],
    ['get', '/api/runs/1/events/'],
    ['get', '/api/runs/1/run-report/'],
    ['get', '/api/runs/1/sdd-report/'],
  ] as const)('%s %s: nobody without a token', async (method, path) => {
    await as.anonymous[method](path).expect(401);
  });

  it('runs are for everybody, also by API token; reports for logins only', async () => {
    const created = await as.builderByApiToken.post('/api/runs/', order()).expect(200);
    const path = `/api/runs/${created.body.id}/`;
    await as.builderByApiToken.get('/api/runs/').expect(200);
    await as.builderByApiToken.get(path).expect(200);
    await as.builderByApiToken.get(`${path}log/`).expect(200);
    await as.builderByApiToken.get(`${path}run-report/`).expect(403);
    await as.builderByApiToken.get(`${path}sdd-report/`).expect(403);
    await as.builderByApiToken.post(`${path}cancel/`).expect(201);
  });
});

describe('POST /api/runs/', () => {
  it('answers 200 with the run, and its generated secret this once', async () => {
    const { name: shopName } = (await as.runner.get(`/api/connections/${connection}/`).expect(200)).body;
    const { body } = await as.runner.post('/api/runs/', order()).expect(200);
    expect(body).toMatchObject({
      id: expect.any(Number),
      name: 'test',
      status: 'queued',
      run_status: 'queued',
      mask_type: 'database',
      connection,
      connection_name: shopName,
      source_connection: connection,
      source_connection_name: shopName,
      destination_connection: null,
      destination_connection_name: '',
      ruleset,
      ruleset_name: expect.any(String),
      start_time: null,
      end_time: null,
      run_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      options: {
        batch_size: 2000,
        dry_run: false,
        max_rows: null,
        continue_on_failure: false,
        run_secret: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    });
    expect(new Date(body.created_time).toISOString()).toBe(body.created_time);
    const shown = await showRun(as.runner, body.id);
    expect(shown.options).not.toHaveProperty('run_secret');
    expect(shown.progress).toMatchObject({ rows_done: 0, rows_per_second: null, tasks: [] });
  });

  it('answers 201 to the older name of the connection, and derives a name', async () => {
    const { body } = await as.runner
      .post('/api/runs/', {
        connection,
        ruleset,
        mask_type: 'database',
        is_user_subscribed: false,
        options: {},
      })
      .expect(201);
    expect(body).toMatchObject({ source_connection: connection, status: 'queued' });
    expect(body.name).toMatch(/ on /);
  });

  it('keeps a given secret to itself', async () => {
    const secret = 'do-not-tell-anyone-about-this';
    const { body } = await as.runner
      .post('/api/runs/', order({ options: { run_secret: secret } }))
      .expect(200);
    expect(body.options).toMatchObject({ has_run_secret: true });
    const stored = await app.database.query('SELECT * FROM run WHERE id = $1', [body.id]);
    expect(JSON.stringify([body, stored])).not.toContain(secret);
  });

  it.each([
    [{ buffer_size: 7 }, { batch_size: 7 }],
    [{ buffer_size: 7, batch_size: 8 }, { batch_size: 8 }],
    [{ max_rows: 5 }, { max_rows: 5 }],
    [{ continue_on_failure: true }, { continue_on_failure: true }],
    [{ diagnostic_logging: true }, { diagnostic_logging: true }],
    [{ disable_instance_secret: true }, { disable_instance_secret: true }],
    [{ require_coverage: 'warn' }, { require_coverage: 'warn' }],
    [{ write_mode: 'rewrite' }, { write_mode: 'rewrite' }],
    [{ custom_keywords: ['a'] }, { custom_keywords: ['a'] }],
    [{ ignored_keywords: ['a'] }, { ignored_keywords: ['a'] }],
    [{ disable_global_custom_keywords: true }, { disable_global_custom_keywords: true }],
    [{ disable_global_ignored_keywords: true }, { disable_global_ignored_keywords: true }],
    [{ disable_built_in_keywords: true }, { disable_built_in_keywords: true }],
    [{ schemas: ['a'] }, { schemas: ['a'] }],
  ])('takes the options %j, shown as %j', async (options, shown) => {
    const { body } = await as.runner.post('/api/runs/', order({ options })).expect(200);
    expect(body.options).toMatchObject(shown);
  });

  it('takes the options of an earlier run as they are shown', async () => {
    const shown = await showRun(as.runner, await start());
    await as.runner.post('/api/runs/', order({ options: shown.options })).expect(200);
  });

  it('is written to the audit log', async () => {
    const { body } = await as.runner.post('/api/runs/', order({ name: uniqueName('audited') })).expect(200);
    const entries = await app.database.query(
      `SELECT category, action, description FROM audit_log WHERE description LIKE '%' || $1 || '%'`,
      [body.name],
    );
    expect(entries).toEqual([
      { category: 'run', action: 'started', description: expect.stringContaining(`Run ${body.id} `) },
    ]);
  });

  it.each([
    ['no connection', { source_connection: undefined }, { source_connection: ['This field is required.'] }],
    ['no ruleset', { ruleset: undefined }, { ruleset: ['This field is required.'] }],
    ['no options', { options: undefined }, { options: ['This field must be an object; it may be empty.'] }],
    ['a connection of the wrong type', { source_connection: 5 }, { source_connection: [expect.any(String)] }],
    [
      'an unknown connection',
      { source_connection: NO_SUCH },
      { source_connection: ['There is no such connection.'] },
    ],
    ['no UUID', { source_connection: 'x' }, { source_connection: ['There is no such connection.'] }],
    ['an unknown ruleset', { ruleset: NO_SUCH }, { ruleset: ['There is no such ruleset.'] }],
    ['another mask type', { mask_type: 'file' }, { mask_type: ['The connection masks a database.'] }],
    [
      'a destination',
      { destination_connection: NO_SUCH },
      { destination_connection: [expect.stringContaining('files')] },
    ],
    ['a long name', { name: 'x'.repeat(256) }, { name: [expect.any(String)] }],
    [
      'options beside "options"',
      { dry_run: true, max_rows: 1 },
      { dry_run: ['Belongs inside "options".'], max_rows: ['Belongs inside "options".'] },
    ],
    [
      'wrong options',
      { options: { batch_size: 0, max_rows: -1, dryrun: true, run_secret: 'short' } },
      { options: expect.arrayContaining(['Unknown option "dryrun".']) },
    ],
  ])('refuses %s with the reason', async (_, more, expected) => {
    const { body } = await as.runner.post('/api/runs/', order(more)).expect(400);
    expect(body).toEqual(expected);
  });

  it.each(['__proto__', 'constructor'])('refuses the option %s, which copying drops', async (name) => {
    const text = JSON.stringify(order()).replace('"options":{}', `"options":{"${name}":{"dry_run":true}}`);
    const { body } = await as.runner.post('/api/runs/', JSON.parse(text) as object).expect(400);
    expect(body).toEqual({ [`options.${name}`]: [expect.any(String)] });
  });

  it('names the field that the caller used', async () => {
    const { body } = await as.runner
      .post('/api/runs/', { connection: NO_SUCH, ruleset, options: {} })
      .expect(400);
    expect(body).toEqual({ connection: ['There is no such connection.'] });
  });

  it('does not start an invalid ruleset, and says where it is wrong', async () => {
    const invalid = await createRuleset(as.builder, rulesetBody({ config_yaml: INVALID_RULESET }));
    const { body } = await as.runner.post('/api/runs/', order({ ruleset: invalid })).expect(400);
    expect(body).toEqual({
      ruleset: [expect.stringMatching(/^Cannot start run: .* is not valid: line 3, /)],
    });
  });

  it('does not write over a read-only connection', async () => {
    const readOnly = await connectTo(as.builder, target, { is_read_only: true });
    const { body } = await as.runner.post('/api/runs/', order({ source_connection: readOnly })).expect(400);
    expect(body).toEqual({ source_connection: [expect.stringContaining('read-only')] });
    await as.runner
      .post('/api/runs/', order({ source_connection: readOnly, options: { dry_run: true } }))
      .expect(200);
  });

  it('says which databases cannot be masked yet', async () => {
    const body = connectionBody({ db_type: 'db2_luw' });
    const db2 = await createConnection(as.builder, body);
    const answer = await as.runner.post('/api/runs/', order({ source_connection: db2 })).expect(400);
    expect(answer.body).toEqual({
      source_connection: ['Databases of the type "db2_luw" are not supported yet.'],
    });
  });
});

describe('GET /api/runs/', () => {
  it('lists newest first, as a plain list or as pages', async () => {
    const name = uniqueName('listed');
    const own = await createRuleset(as.builder, rulesetBody({ name }));
    const ids: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      ids.unshift((await as.runner.post('/api/runs/', order({ ruleset: own })).expect(200)).body.id);
    }
    const filter = `ruleset_name=${encodeURIComponent(name)}`;
    const all = await as.runner.get(`/api/runs/?${filter}`).expect(200);
    expect(all.body.map((run: { id: number }) => run.id)).toEqual(ids);
    expect(all.body[0]).not.toHaveProperty('progress');

    const page = await as.runner.get(`/api/runs/?${filter}&limit=2&offset=0`).expect(200);
    expect(page.body).toMatchObject({ count: 3, previous: null, results: [{ id: ids[0] }, { id: ids[1] }] });
    const { pathname, search } = new URL(page.body.next as string);
    const rest = await as.runner.get(`${pathname}${search}`).expect(200);
    expect(rest.body).toMatchObject({ count: 3, next: null, results: [{ id: ids[2] }] });
  });

  it('filters by everything that is documented', async () => {
    const id = await start();
    const run = await showRun(as.runner, id);
    const found = async (query: string): Promise<number[]> => {
      const { body } = await as.runner.get(`/api/runs/?${query}`).expect(200);
      return body.map((each: { id: number }) => each.id);
    };
    const part = encodeURIComponent((run.source_connection_name as string).toUpperCase().slice(3));
    expect(await found(`run_hash=${run.run_hash as string}`)).toEqual([id]);
    expect(await found(`connection_ruleset_name=${part}`)).toContain(id);
    expect(await found('connection_ruleset_name=&ruleset_name=')).toContain(id);
    expect(await found('connection_ruleset_name=%25')).toEqual([]);
    expect(await found('run_status=queued&mask_type=database')).toContain(id);
    expect(await found('run_status=running&run_status=queued')).toContain(id);
    expect(await found('run_status=finished')).not.toContain(id);
    expect(await found('run_status=validating')).toEqual([]);
    expect(await found('mask_type=file')).toEqual([]);
  });

  it.each(['run_status=done', 'mask_type=x', 'limit=0', 'offset=-1', 'limit=x'])(
    'refuses %s',
    async (query) => {
      await as.runner.get(`/api/runs/?${query}`).expect(400);
    },
  );
});

describe('GET /api/runs/ with a query that means nothing', () => {
  it.each([
    ['limit=-1', 'limit', 'Must be one whole number from 1 to 1000.'],
    ['limit=1&limit=2', 'limit', 'Must be one whole number from 1 to 1000.'],
    ['limit=1001', 'limit', 'Must be one whole number from 1 to 1000.'],
    ['ruleset_name=a&ruleset_name=b', 'ruleset_name', 'Must be one text.'],
    ['offset=x', 'offset', 'Must be one whole number from 0 to 2147483647.'],
    ['limit[]=1', 'limit[]', expect.stringContaining('without brackets')],
    ['run_status[a]=1', 'run_status[a]', expect.stringContaining('without brackets')],
  ])('says what is wrong with %s', async (query, field, text) => {
    const { body } = await as.runner.get(`/api/runs/?${query}`).expect(400);
    expect(body).toEqual({ [field]: [text] });
  });
});

describe('runs that do not exist', () => {
  it.each([
    ['get', ''],
    ['post', 'cancel/'],
    ['get', 'log/'],
    ['get', 'events/'],
    ['get', 'run-report/'],
    ['get', 'sdd-report/'],
  ] as const)('%s %s answers 404', async (method, path) => {
    for (const id of ['999999', 'x', '0', '99999999999']) {
      const { body } = await as.runner[method](`/api/runs/${id}/${path}`).expect(404);
      expect(body).toEqual({ detail: expect.any(String) });
    }
  });
});

describe('reports', () => {
  it('of a database run are absent for a reason', async () => {
    const id = await start();
    const report = await as.runner.get(`/api/runs/${id}/run-report/`).expect(404);
    expect(report.body.detail).toContain('only runs on files');
    const sdd = await as.runner.get(`/api/runs/${id}/sdd-report/`).expect(404);
    expect(sdd.body.detail).toContain('run_data_discovery');
  });
});

describe('POST /api/runs/{id}/cancel/', () => {
  it('ends a queued run at once, without any worker', async () => {
    const id = await start();
    const { body } = await as.runner.post(`/api/runs/${id}/cancel/`).expect(201);
    expect(body).toMatchObject({ id, status: 'cancelling', run_status: 'cancelling' });
    const run = await showRun(as.runner, id);
    expect(run).toMatchObject({ status: 'cancelled', end_time: expect.any(String) });
    expect(await logOf(as.runner, id)).toEqual([
      expect.stringContaining('Cancellation asked for by'),
      `Run ${id} cancelled (0 rows masked; batches already committed stay)`,
    ]);

    const again = await as.runner.post(`/api/runs/${id}/cancel/`).expect(400);
    expect(again.body).toEqual({ detail: 'The run cannot be cancelled: it is cancelled.' });
    const entries = await app.database.query(
      `SELECT action FROM audit_log WHERE category = 'run' AND description LIKE $1 ORDER BY id`,
      [`Run ${id} %`],
    );
    expect(entries).toEqual([{ action: 'started' }, { action: 'cancelled' }]);
  });
});

describe('GET /api/runs/{id}/log/', () => {
  it('shows every field that clients read', async () => {
    const id = await start({ options: { dry_run: true } });
    await as.runner.post(`/api/runs/${id}/cancel/`).expect(201);
    const { body } = await as.runner.get(`/api/runs/${id}/log/`).expect(200);
    expect(body[0]).toEqual({
      run: id,
      worker_id: 'api',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      log_level: 20,
      message: expect.any(String),
      args: '',
      run_status: 'cancelling',
      is_dry_run: true,
    });
  });
});

describe('what runs need', () => {
  it('a connection changes nothing but its name while a run is unfinished', async () => {
    const own = await connectTo(as.builder, target);
    const path = `/api/connections/${own}/`;
    const before = (await as.builder.get(path).expect(200)).body as Record<string, unknown>;
    const id = await startRun(as.runner, { connection: own, ruleset });
    const changes = { database: 'other', dbpassword: 'other', is_read_only: true, db_type: 'mysql' };
    for (const [field, value] of Object.entries(changes)) {
      const refused = await as.builder.patch(path, { [field]: value }).expect(409);
      expect(refused.body.detail).toMatch(new RegExp(`^Run ${id} .*cancel it`));
      await as.builder.put(path, { ...before, [field]: value }).expect(409);
    }
    const name = uniqueName('renamed');
    await as.builder.patch(path, { name }).expect(200);
    await as.builder.put(path, { ...before, name }).expect(200);
    expect((await as.builder.get(path).expect(200)).body).toMatchObject({
      database: before.database,
      is_read_only: false,
      name,
    });
    await as.runner.post(`/api/runs/${id}/cancel/`).expect(201);
    await as.builder.patch(path, changes).expect(200);
  });

  it('a connection stays while a run waits for it, and its name remains afterwards', async () => {
    const own = await connectTo(as.builder, target);
    const id = await startRun(as.runner, { connection: own, ruleset });
    const refused = await as.builder.delete(`/api/connections/${own}/`).expect(409);
    expect(refused.body.detail).toContain(`Run ${id} `);
    await as.runner.post(`/api/runs/${id}/cancel/`).expect(201);
    await as.builder.delete(`/api/connections/${own}/`).expect(204);
    expect(await showRun(as.runner, id)).toMatchObject({
      source_connection: own,
      source_connection_name: expect.stringMatching(/./),
    });
  });
});
