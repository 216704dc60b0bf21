import { installRoles, type RoleClients } from '../support/role-clients.js';
import type { ApiClient } from '../support/api-client.js';
import { connectionBodyTo, type WireBody } from '../support/builders/connection.builder.js';
import { awaitRun } from '../support/builders/run.builder.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { uniqueName } from '../support/unique-name.js';
import { unzip } from '../support/unzip.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const TEXT = `labels: [{ name: vessel_owner, description: Owner of a boat, categories: [PII] }]
metadata_rules: [{ label: vessel_owner, column: { type: regex, pattern: '(boat|vessel)_?owner' } }]
`;
const HARBOUR = `labels: [{ name: berth }]
idd_rules: [{ label: berth, pattern: '^B-', min_hit_ratio: 50 }]
`;

let target: TestApp;
let as: RoleClients;
let connection: string;

beforeAll(async () => {
  target = await createTestApp({ workers: 1 });
  as = await installRoles(target);
  await target.database.query(`
    CREATE SCHEMA sea; CREATE TABLE sea.boats (id int PRIMARY KEY, boat_owner text, email text, place text);
    INSERT INTO sea.boats SELECT n, 'o', 'e', 'B-' || n FROM generate_series(1, 5) n`);
  const body = connectionBodyTo(target.database, { name: 'harbour' });
  connection = ((await as.admin.post('/api/connections/', body)).body as { id: string }).id;
});

afterAll(() => target.stop());

const CONFIGS = '/api/discovery/configs/';
const LIBRARIES = '/api/discovery/config-libraries/';
const configBody = (changes: WireBody = {}): WireBody => ({
  ...{ name: uniqueName('config'), config_yaml: TEXT, config_type: 'database' },
  ...changes,
});
const libraryBody = (changes: WireBody = {}): WireBody => ({
  ...{ name: uniqueName('lib').replaceAll(' ', '-'), namespace: 'sea', config_yaml: HARBOUR },
  ...changes,
});
const created = async (path: string, body: WireBody): Promise<WireBody & { id: string }> =>
  (await as.admin.post(path, body).expect(201)).body as WireBody & { id: string };
const shown = async (id: string): Promise<WireBody> =>
  (await as.runner.get(`/api/discovery/configs/${id}/`).expect(200)).body as WireBody;
const importing = (library: WireBody): string =>
  `imports: [sea/${String(library.name)}]\nlabels: { $ref: 'sea/${String(library.name)}#labels' }\n` +
  `idd_rules: [{ $ref: 'sea/${String(library.name)}#idd_rules' }]\n`;

describe('/api/discovery/configs/', () => {
  it('is read by every user, and written by mask builders', async () => {
    await as.anonymous.get(CONFIGS).expect(401);
    await as.builderByApiToken.get(CONFIGS).expect(403);
    await as.runner.get(CONFIGS).expect(200);
    await as.runner.post(CONFIGS, configBody()).expect(403);
    await as.builder.post(CONFIGS, configBody()).expect(201);
  });

  it('stores, shows, replaces and deletes', async () => {
    const body = configBody();
    const config = await created(CONFIGS, body);
    expect(config).toMatchObject({ ...body, is_valid: 'valid', validation_error: null });
    expect(await shown(config.id)).toEqual(config);
    const changes = configBody({ config_type: 'file', config_yaml: 'files: { include: ["*.csv"] }' });
    const { body: replaced } = await as.admin
      .put(`/api/discovery/configs/${config.id}/`, changes)
      .expect(200);
    expect(replaced).toMatchObject({ ...changes, id: config.id, is_valid: 'valid' });
    await as.builder.delete(`/api/discovery/configs/${config.id}/`).expect(204);
    await as.builder.delete(`/api/discovery/configs/${config.id}/`).expect(404);
    await as.builder.put(`/api/discovery/configs/${NOWHERE}/`, changes).expect(404);
    await as.builder.get('/api/discovery/configs/x/').expect(404);
    const audit = await target.database.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE category = 'discovery' AND description LIKE $1 ORDER BY id`,
      [`%"${String(changes.name)}"%`],
    );
    expect(audit.map(({ action }) => action)).toEqual(['modified', 'deleted']);
  });

  it('lists by pages without the text, and filters', async () => {
    const name = uniqueName('listed');
    await created(CONFIGS, configBody({ name }));
    await created(CONFIGS, configBody({ name, config_type: 'file' }));
    const { body } = await as.runner
      .get(`/api/discovery/configs/?limit=1&offset=0&name_exact=${encodeURIComponent(name)}`)
      .expect(200);
    expect(body).toMatchObject({ count: 2, results: [{ name, config_type: 'database' }] });
    expect((body as { results: WireBody[] }).results[0]).not.toHaveProperty('config_yaml');
    expect((body as { next: string }).next).toContain('offset=1');
    const files = await as.runner.get(
      `/api/discovery/configs/?config_type=file&name_exact=${encodeURIComponent(name)}`,
    );
    expect(files.body).toMatchObject({ count: 1, next: null });
  });

  it('stores what is not valid, with its places', async () => {
    const config = await created(CONFIGS, configBody({ config_yaml: TEXT.replace('pattern:', 'patern:') }));
    expect(config).toMatchObject({
      is_valid: 'invalid',
      validation_error: expect.stringContaining('Line 2, column ') as string,
    });
    expect(config.errors).toMatchObject({
      config_yaml: expect.arrayContaining([
        expect.objectContaining({ code: 'unknown_key', line_number: 2 }),
      ]) as unknown[],
    });
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'a\u0000' }, 'name'],
    [{ config_yaml: 7 }, 'config_yaml'],
    [{ config_yaml: 'a'.repeat(1024 * 1024 + 1) }, 'config_yaml'],
    [{ config_type: 'databse' }, 'config_type'],
    [{ config_type: undefined }, 'config_type'],
  ])('refuses a wrong field and names it (%#)', async (changes, field) => {
    const { body } = await as.builder.post(CONFIGS, configBody(changes)).expect(400);
    expect(Object.keys(body as object)).toEqual([field]);
  });

  it('gives a name once for each type, also at the same time', async () => {
    const body = configBody();
    const answers = await Promise.all([1, 2, 3, 4].map(() => as.admin.post(CONFIGS, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    await as.admin.post(CONFIGS, { ...body, config_type: 'file' }).expect(201);
  });

  it.each(['', '?config_type=database', '?config_type=file'])('has valid defaults: %s', async (query) => {
    const { text } = await as.runner.get(`/api/discovery/configs/defaults/${query}`).expect(200);
    expect(text).toContain('\nlabels:');
    const config_type = query.endsWith('file') ? 'file' : 'database';
    expect(await created(CONFIGS, configBody({ config_yaml: text, config_type }))).toMatchObject({
      is_valid: 'valid',
    });
  });
});

describe('/api/discovery/config-libraries/', () => {
  it('is read by every user, and written by library managers', async () => {
    await as.anonymous.get(LIBRARIES).expect(401);
    await as.runner.get(LIBRARIES).expect(200);
    await as.builder.post(LIBRARIES, libraryBody()).expect(403);
  });

  it('stores, lists with its uses, and judges configs with every change', async () => {
    const body = libraryBody();
    const config = await created(CONFIGS, configBody({ config_yaml: importing(body) }));
    expect(config).toMatchObject({ is_valid: 'invalid' });
    const library = await created(LIBRARIES, body);
    const path = `/api/discovery/config-libraries/${library.id}/`;
    expect(library).toMatchObject({ ...body, is_valid: 'valid', validation_error: null, usage_count: 1 });
    expect((await as.runner.get(path).expect(200)).body).toEqual(library);
    expect(await shown(config.id)).toMatchObject({ is_valid: 'valid', modified: config.modified });
    const { body: list } = await as.runner.get(
      `/api/discovery/config-libraries/?name_exact=${String(body.name)}&namespace_exact=sea`,
    );
    expect(list).toMatchObject([{ id: library.id, usage_count: 1 }]);
    expect((list as WireBody[])[0]).not.toHaveProperty('config_yaml');
    await as.admin.put(path, { ...body, config_yaml: 'labels: 7' }).expect(200);
    expect(await shown(config.id)).toMatchObject({ is_valid: 'invalid' });
    await as.admin.put(path, libraryBody()).expect(409);
    await as.admin.put(path, body).expect(200);
    const refused = await as.admin.delete(path).expect(409);
    expect(refused.body).toEqual({ detail: expect.stringContaining(`"${String(config.name)}"`) as string });
    await as.admin.delete(`/api/discovery/config-libraries/${library.id}/?force=true`).expect(204);
    expect(await shown(config.id)).toMatchObject({
      is_valid: 'invalid',
      validation_error: expect.stringContaining('There is no library') as string,
    });
    await as.admin.delete(path).expect(404);
  });

  it('gives a name once in a namespace', async () => {
    const body = libraryBody();
    await created(LIBRARIES, body);
    expect((await as.admin.post(LIBRARIES, body).expect(400)).body).toHaveProperty('name');
    await created(LIBRARIES, { ...body, namespace: '' });
    expect((await as.admin.post(LIBRARIES, libraryBody({ name: 'a/b' })).expect(400)).body).toHaveProperty(
      'name',
    );
  });
});

describe('POST /api/schema-discovery/v2/ with a config', () => {
  const start = (config: unknown, caller: ApiClient = as.builder): ReturnType<ApiClient['post']> =>
    caller.post('/api/schema-discovery/v2/', { connection, discovery_config: config, schemas: ['sea'] });

  async function found(id: number): Promise<Record<string, unknown>> {
    await awaitRun(as.admin, id);
    const { body } = await as.admin.get(`/api/schema-discovery/v2/${id}/?limit=100`).expect(200);
    const rows = (body as { results: { column: string; data: { discovery_matches: WireBody[] } }[] }).results;
    return Object.fromEntries(
      rows
        .filter(({ data }) => data.discovery_matches.length > 0)
        .map(({ column, data }) => [column, data.discovery_matches.map(({ label }) => label).join()]),
    );
  }

  async function snapshot(id: number, query = ''): Promise<string> {
    const { body, headers } = await as.builderByApiToken
      .get(`/api/discovery/runs/${id}/config-snapshot/${query}`)
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => done(null, Buffer.concat(parts)));
      })
      .expect(200);
    expect(headers['content-type']).toContain('application/zip');
    const files = await unzip(body as Buffer);
    expect(files.map(({ name }) => name)).toEqual([`config-${id}.yaml`]);
    return files[0]!.text;
  }

  it('finds what the config says, and keeps the config as it was', async () => {
    const library = await created(LIBRARIES, libraryBody());
    const text = `${importing(library)}${TEXT.replace(/^labels.*\n/, '')}`.replace(
      /labels: .*/,
      `labels: [{ $ref: 'sea/${String(library.name)}#labels' }, { name: vessel_owner }]`,
    );
    const body = configBody({ config_yaml: text });
    const config = await created(CONFIGS, body);
    expect(config).toMatchObject({ validation_error: null });
    const run = (await start(config.id).expect(201)).body as { id: number; ruleset_name: string };
    expect(run.ruleset_name).toBe('$auto_schema_discovery');
    await as.admin.put(`/api/discovery/configs/${config.id}/`, { ...body, config_yaml: 'labels: []' });
    expect(await found(run.id)).toEqual({ boat_owner: 'vessel_owner', place: 'berth' });
    const yaml = await snapshot(run.id, '?timezone=%2B02:00');
    expect(yaml).toMatch(/^# Discovery config of run \d+, started at \S+\+02:00\n/);
    expect(yaml).toContain('# Since then: changed, last at');
    expect(yaml).not.toContain('$ref');
    expect(yaml).toContain('min_hit_ratio: 50');
  });

  it('finds by the defaults without one', async () => {
    const { id } = (await start(null).expect(201)).body as { id: number };
    expect(await found(id)).toEqual({ email: 'email' });
    expect(await snapshot(id)).toContain('# Config: the built-in defaults\n');
  });

  it('refuses what is not there, for something else, or not valid', async () => {
    const file = await created(CONFIGS, configBody({ config_type: 'file' }));
    const broken = await created(CONFIGS, configBody({ config_yaml: 'lables: []' }));
    const refusal = async (id: unknown): Promise<unknown> =>
      ((await start(id).expect(400)).body as { discovery_config: unknown }).discovery_config;
    expect(await refusal(NOWHERE)).toEqual([expect.stringContaining('object does not exist')]);
    expect(await refusal(file.id)).toEqual([expect.stringContaining('is for a file connection')]);
    expect(await refusal(broken.id)).toEqual([
      expect.stringContaining('is not valid'),
      expect.stringContaining('Did you mean "labels"?'),
    ]);
  });

  it('has no snapshot of other runs', async () => {
    await as.admin.get('/api/discovery/runs/999999/config-snapshot/').expect(404);
    const { body } = await as.admin.post('/api/schema-discovery/', { connection }).expect(201);
    const { id } = body as { id: number };
    await as.admin.get(`/api/discovery/runs/${id}/config-snapshot/`).expect(404);
    const query = '?timezone=Mars';
    expect(
      (await as.admin.get(`/api/discovery/runs/${id}/config-snapshot/${query}`).expect(400)).body,
    ).toHaveProperty('timezone');
  });
});
