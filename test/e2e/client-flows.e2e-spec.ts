import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { ApiClient } from '../support/api-client.js';
import { connectionBodyTo, type WireBody } from '../support/builders/connection.builder.js';
import { awaitRun } from '../support/builders/run.builder.js';
import { INVALID_RULESET, VALID_RULESET } from '../support/builders/ruleset.builder.js';
import { makeZip } from '../support/make-zip.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

/**
 * What the public command line and Python client send, command by command: exactly their bodies, and the status codes
 * and fields that they insist on.
 */
const PASSWORD = 'Pw8kq2mZr5tXw9Lb';
const LIBRARY = 'version: "1.0"\nmasks:\n  nothing: { type: do_nothing }\n';

let target: TestApp;
let client: ApiClient;

beforeAll(async () => {
  target = await createTestApp({ workers: 1 });
  await target.database.query('CREATE TABLE customers (id int PRIMARY KEY, email text)');
  await target.database.query(`INSERT INTO customers VALUES (1, 'ada@example.org')`);
});

afterAll(() => target.stop());

const id = (body: unknown): string => {
  const found = (body as { id: unknown }).id;
  expect(typeof found).toBe('string');
  return found as string;
};
const named = (body: unknown, name: string): WireBody | undefined =>
  (body as WireBody[]).find((item) => item.name === name);

describe('flows 5 and 1: a new server, and the first login', () => {
  it('answers the probes without a token, installs once, and then says 401', async () => {
    const anonymous = ApiClient.anonymous(target);
    await anonymous.get('/api/healthcheck/').expect(200);
    expect((await anonymous.get('/api/app/check/').expect(200)).body).toMatchObject({ installed: false });
    const install = {
      ...{ email: 'admin@example.com', username: 'admin', password: PASSWORD, re_password: PASSWORD },
      allowed_hosts: ['localhost', '127.0.0.1'],
    };
    await anonymous.post('/api/users/admin-install/', install).expect(201);
    await anonymous.post('/api/users/admin-install/', install).expect(401);
    const login = await anonymous.post('/api/auth/token/login/', { username: 'admin', password: PASSWORD });
    expect(login.status).toBe(200);
    const { key } = login.body as { key: string };
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    client = ApiClient.withToken(target, key);
  });
});

describe('flows 4 and 1: connections', () => {
  it('creates, lists, changes and tests them', async () => {
    const body = connectionBodyTo(target.database, { name: 'shop' });
    const connection = id((await client.post('/api/connections/', body)).body);
    const listed = named((await client.get('/api/connections/').expect(200)).body, 'shop');
    expect(listed).toMatchObject({ id: connection, mask_type: 'database', db_type: 'postgres' });
    expect(JSON.stringify(listed)).not.toContain(target.database.settings.password);
    const port = String(target.database.settings.tcpPort);
    expect((await client.patch(`/api/connections/${connection}/`, { host: '127.0.0.1', port })).status).toBe(
      200,
    );
    expect((await client.post(`/api/connections/${connection}/test/`, {})).status).toBe(204);
    await client.patch(`/api/connections/${connection}/`, { port: '9' }).expect(200);
    const refused = await client.post(`/api/connections/${connection}/test/`, {}).expect(400);
    expect(refused.body).toEqual({ detail: expect.any(String) as string });
    await client.put(`/api/connections/${connection}/`, body).expect(200);
    await client.delete('/api/connections/00000000-0000-4000-8000-000000000000/').expect(404);
  });
});

describe('flow 2: rulesets', () => {
  it('upserts by name and mask type, stores invalid texts and tells the line', async () => {
    const body = { name: 'nightly', config_yaml: VALID_RULESET, mask_type: 'database' };
    const created = await client.post('/api/rulesets/?upsert=true', body).expect(201);
    expect(created.body).toMatchObject({ name: 'nightly', is_valid: 'valid', validation_errors: [] });
    const updated = await client.post('/api/rulesets/?upsert=true', body).expect(200);
    expect(id(updated.body)).toBe(id(created.body));
    const file = { ...body, mask_type: 'file', config_yaml: INVALID_RULESET };
    const other = await client.post('/api/rulesets/?upsert=true', file).expect(201);
    expect(other.body).toMatchObject({
      is_valid: 'invalid',
      validation_errors: [{ line_number: 3, message: expect.any(String) as string }],
    });
    const { body: list } = await client.get('/api/v2/rulesets/').expect(200);
    expect((list as WireBody[]).map((item) => [item.name, item.mask_type, item.is_valid])).toEqual([
      ['nightly', 'database', 'valid'],
      ['nightly', 'file', 'invalid'],
    ]);
    const shown = await client
      .get(`/api/rulesets/${id(created.body)}/`)
      .set('User-Agent', 'datamasque-python/1.2.5 (Python/3.12; Linux/6)');
    expect(shown.body).toMatchObject({ config_yaml: VALID_RULESET, is_valid: 'valid' });
    expect((await client.delete(`/api/rulesets/${id(other.body)}/`)).status).toBeLessThan(300);
  });
});

describe('flow 3: runs', () => {
  it('starts with 201, is watched, listed by pages and cancelled', async () => {
    const connection = String(named((await client.get('/api/connections/')).body, 'shop')?.id);
    const ruleset = String(named((await client.get('/api/v2/rulesets/')).body, 'nightly')?.id);
    const order = { connection, ruleset, mask_type: 'database', name: 'cli run', options: {} };
    const started = await client.post('/api/runs/', order).expect(201);
    expect(started.body).toMatchObject({ id: expect.any(Number) as number, name: 'cli run' });
    const number = (started.body as { id: number }).id;
    const run = await awaitRun(client, number);
    expect(run).toMatchObject({ status: 'finished', run_status: 'finished', mask_type: 'database' });
    expect(run).toMatchObject({ ruleset, ruleset_name: 'nightly', source_connection: connection });
    expect(run).toMatchObject({ source_connection_name: 'shop', destination_connection_name: '' });
    const log = await client.get(`/api/runs/${number}/log/`).expect(200);
    const levels = (log.body as { log_level: number }[]).map((line) => line.log_level);
    expect(levels.every((level) => [10, 20, 30, 40, 50].includes(level))).toBe(true);
    const query = 'limit=100&offset=0&connection_ruleset_name=&ruleset_name=';
    const page = await client.get(`/api/runs/?${query}&run_status=finished`).expect(200);
    expect(page.body).toMatchObject({ count: 1, next: null, previous: null, results: [{ id: number }] });
    expect((await client.get('/api/runs/').expect(200)).body).toMatchObject([{ id: number }]);
    const late = await client.post(`/api/runs/${number}/cancel/`).expect(400);
    expect(late.body).toEqual({ detail: expect.any(String) as string });
    expect((await client.get('/api/runs/999999/').expect(404)).body).toEqual({ detail: 'Not found.' });
    expect((await client.get(`/api/runs/${number}/sdd-report/`)).status).toBe(404);
  });

  it('is cancelled with 201 and the run in the reply', async () => {
    const connection = String(named((await client.get('/api/connections/')).body, 'shop')?.id);
    const config_yaml = `version: "1.0"\ntasks:\n  - type: run_sql\n    sql: SELECT pg_sleep(60)\n`;
    const slow = { name: 'slow', config_yaml, mask_type: 'database' };
    const ruleset = id((await client.post('/api/rulesets/?upsert=true', slow)).body);
    const order = { connection, ruleset, mask_type: 'database', options: {} };
    const started = await client.post('/api/runs/', order).expect(201);
    const { id: number } = started.body as { id: number };
    await awaitRun(client, number, ({ status }) => status === 'running');
    const cancelled = await client.post(`/api/runs/${number}/cancel/`).expect(201);
    expect(cancelled.body).toMatchObject({ id: number, status: 'cancelling', run_status: 'cancelling' });
    expect(await awaitRun(client, number)).toMatchObject({ status: 'cancelled' });
    await client.post(`/api/runs/${number}/cancel/`).expect(400);
    await client.post('/api/runs/999999/cancel/').expect(404);
    await client.delete(`/api/rulesets/${ruleset}/`).expect(200);
  });

  it('is refused in words that the client knows', async () => {
    const connection = String(named((await client.get('/api/connections/')).body, 'shop')?.id);
    const wrong = { name: 'wrong', config_yaml: INVALID_RULESET, mask_type: 'database' };
    const ruleset = id((await client.post('/api/rulesets/?upsert=true', wrong)).body);
    const order = { connection, ruleset, mask_type: 'database', options: {} };
    const refused = await client.post('/api/runs/', order).expect(400);
    expect(refused.body).toEqual({ ruleset: [expect.stringMatching(/^Cannot start run/) as string] });
  });
});

describe('flow 6: libraries', () => {
  it('creates, finds by exact name, keeps what is imported, and deletes by force', async () => {
    const body = { name: 'shared', namespace: 'team', config_yaml: LIBRARY };
    const library = id((await client.post('/api/ruleset-libraries/', body).expect(201)).body);
    const query = 'limit=100&offset=0&name_exact=shared&namespace_exact=team';
    const found = await client.get(`/api/ruleset-libraries/?${query}`).expect(200);
    expect(found.body).toMatchObject({ count: 1, next: null, results: [{ id: library, is_valid: 'valid' }] });
    const elsewhere = await client.get('/api/ruleset-libraries/?name_exact=shared&namespace_exact=');
    expect(elsewhere.body).toMatchObject({ count: 0 });
    const path = `/api/ruleset-libraries/${library}/`;
    expect((await client.get(path)).body).toMatchObject({ config_yaml: LIBRARY });
    await client.put(path, body).expect(200);
    await client.patch(path, {}).expect(200);
    const config_yaml = VALID_RULESET.replace('tasks:', 'imports: [team/shared]\ntasks:').replace(
      /- type: from_fixed\n\s+value: .*/,
      `- $ref: 'team/shared#masks/nothing'`,
    );
    const importer = { name: 'importer', config_yaml, mask_type: 'database' };
    const ruleset = id((await client.post('/api/rulesets/?upsert=true', importer)).body);
    const using = await client.get(`${path}rulesets/?limit=100&offset=0`).expect(200);
    expect(using.body).toMatchObject({ count: 1, results: [{ id: ruleset, name: 'importer' }] });
    const refused = await client.delete(path).expect(409);
    expect(refused.body).toEqual({ detail: expect.stringContaining('importer') as string });
    await client.delete(`${path}?force=true`).expect(204);
    await client.delete(path).expect(404);
  });
});

describe('flow 7: in-flight masking', () => {
  it('logs in, refreshes, makes a plan and masks below both prefixes', async () => {
    const credentials = { username: 'admin', password: PASSWORD };
    const login = await client.post('/api/auth/jwt/login/', credentials).expect(200);
    const { refresh_token } = login.body as { refresh_token: string };
    const refreshed = await client.post('/api/auth/jwt/refresh/', { refresh: refresh_token }).expect(200);
    const bearer = `Bearer ${(refreshed.body as { access_token: string }).access_token}`;
    const send = (method: 'get' | 'post' | 'delete', path: string, body?: object): request.Test =>
      request(target.server)[method](path).set('Authorization', bearer).send(body);
    expect((await send('get', '/ifm/verify-token/').expect(200)).body).toEqual({
      scopes: expect.any(Array) as unknown[],
    });
    const ruleset_yaml = 'version: "1.0"\nrules:\n  - masks: [{ type: from_fixed, value: x }]\n';
    const made = await send('post', '/ifm/ruleset-plans/', { name: 'greet', ruleset_yaml }).expect(201);
    const { name } = made.body as { name: string };
    expect((await send('get', `/ifm/ruleset-plans/${name}/`).expect(200)).body).toMatchObject({
      ruleset_yaml,
    });
    for (const path of [`/ifm/ruleset-plans/${name}/mask/`, `/ruleset-plans/${name}/mask/`]) {
      expect((await send('post', path, { data: ['a', 'b'] }).expect(200)).body).toMatchObject({
        data: ['x', 'x'],
      });
    }
    const failed = await send('post', `/ifm/ruleset-plans/${name}/mask/`, {
      data: ['a'],
      hash_values: [1, 2],
    });
    expect(failed.status).toBe(400);
    expect(failed.body).toMatchObject({ logs: expect.any(Array) as unknown[] });
    expect((await send('get', '/ifm/ruleset-plans/nothing/').expect(404)).body).toHaveProperty('error');
    await request(target.server)
      .post(`/ruleset-plans/${name}/mask/`)
      .send({ data: ['a'] })
      .expect(401);
    await send('delete', `/ifm/ruleset-plans/${name}/`).expect(204);
  });
});

describe('flow 8: discovery configs and their libraries', () => {
  it('starts from the defaults, creates, finds, replaces and deletes', async () => {
    const { text } = await client.get('/api/discovery/configs/defaults/').expect(200);
    expect(text).toMatch(/^labels:/m);
    expect(Buffer.byteLength(text)).toBeLessThan(60 * 1024);
    const body = { name: 'boats', config_yaml: text, config_type: 'database' };
    const config = id((await client.post('/api/discovery/configs/', body).expect(201)).body);
    const query = 'limit=100&offset=0&name_exact=boats&config_type=database';
    const page = await client.get(`/api/discovery/configs/?${query}`).expect(200);
    expect(page.body).toMatchObject({
      ...{ count: 1, next: null, previous: null },
      results: [{ id: config, name: 'boats', is_valid: 'valid', validation_error: null }],
    });
    const path = `/api/discovery/configs/${config}/`;
    await client.put(path, { ...body, config_yaml: 'lables: []' }).expect(200);
    expect((await client.get(path).expect(200)).body).toMatchObject({
      is_valid: 'invalid',
      validation_error: expect.any(String) as string,
      errors: { config_yaml: [{ line_number: 1, column_number: 1, message: expect.any(String) as string }] },
    });
    expect((await client.delete(path)).status).toBeLessThan(300);
    await client.delete(path).expect(404);
  });

  it('keeps a library that is imported, and deletes it by force', async () => {
    const body = { name: 'marks', namespace: 'team', config_yaml: 'labels: [{ name: berth }]\n' };
    const library = id((await client.post('/api/discovery/config-libraries/', body).expect(201)).body);
    const list = await client.get('/api/discovery/config-libraries/?name_exact=marks').expect(200);
    expect(list.body).toMatchObject([{ id: library, namespace: 'team', is_valid: 'valid', usage_count: 0 }]);
    const path = `/api/discovery/config-libraries/${library}/`;
    expect((await client.get(path)).body).toMatchObject({ config_yaml: body.config_yaml });
    await client.put(path, body).expect(200);
    const config_yaml = `imports: [team/marks]\nlabels: { $ref: 'team/marks#labels' }\n`;
    const importer = { name: 'with marks', config_yaml, config_type: 'file' };
    const config = id((await client.post('/api/discovery/configs/', importer).expect(201)).body);
    expect((await client.delete(path).expect(409)).body).toEqual({ detail: expect.any(String) as string });
    expect((await client.delete(`${path}?force=true`)).status).toBeLessThan(300);
    expect((await client.get(`/api/discovery/configs/${config}/`)).body).toMatchObject({
      is_valid: 'invalid',
    });
  });
});

describe('flow 9: discovery by a config', () => {
  const discover = (discovery_config: string | null): ReturnType<ApiClient['post']> =>
    client.post('/api/schema-discovery/v2/', { connection: shop, discovery_config });
  let shop: string;

  beforeAll(async () => {
    shop = String(named((await client.get('/api/connections/')).body, 'shop')?.id);
  });

  it('starts with 201, gives pages of columns, a report and the config', async () => {
    const started = await discover(null).expect(201);
    const { id: run } = started.body as { id: number };
    const done = await awaitRun(client, run);
    expect(done).toMatchObject({ status: 'finished', source_connection_name: 'shop' });
    expect(done.ruleset_name).toMatch(/^\$auto_schema_discovery/);
    const page = await client.get(`/api/schema-discovery/v2/${run}/?limit=100&offset=0`).expect(200);
    const { results, table_metadata } = page.body as { results: WireBody[]; table_metadata: WireBody };
    const email = results.find((row) => row.table === 'customers' && row.column === 'email');
    expect(email).toMatchObject({ id: expect.any(Number) as number, schema: 'public' });
    const lists = ['foreign_keys', 'constraint_columns', 'unique_index_names', 'referencing_foreign_keys'];
    const data = email?.data as WireBody & { discovery_matches: WireBody[] };
    expect(lists.every((key) => Array.isArray(data[key]))).toBe(true);
    expect(data.constraint).toBe('');
    expect(data.discovery_matches).toMatchObject([{ label: 'email', categories: ['PII'] }]);
    expect(table_metadata).toHaveProperty('public.customers.primary_keys', [{ columns: ['id'] }]);
    const report = await client.get(`/api/runs/${run}/db-discovery-results/report/`).expect(200);
    expect(report.text).toMatch(/^Selected,Table schema,/);
    const bare = await client.get(
      `/api/runs/${run}/db-discovery-results/report/?include_selection_column=false`,
    );
    expect(bare.text).toMatch(/^Table schema,/);
    const zip = await client.get(`/api/discovery/runs/${run}/config-snapshot/?timezone=%2B01:00`).expect(200);
    expect(zip.headers['content-type']).toContain('application/zip');
  });

  it('starts a discovery of files with 201', async () => {
    mkdirSync(join(target.config.paths.mountsDir, 'exports'), { recursive: true });
    writeFileSync(join(target.config.paths.mountsDir, 'exports/people.csv'), 'id,email\n1,a@example.org\n');
    const share = {
      ...{ name: 'exports', version: '1.0', mask_type: 'file', type: 'mounted_share_connection' },
      ...{ base_directory: 'exports', is_file_mask_source: true, is_file_mask_destination: false },
    };
    const connection = id((await client.post('/api/connections/', share)).body);
    const wish = { connection, discovery_config: null, options: { diagnostic_logging: true } };
    const started = await client.post('/api/run-file-data-discovery/v2/', wish).expect(201);
    const { id: run } = started.body as { id: number };
    expect(await awaitRun(client, run)).toMatchObject({
      status: 'finished',
      mask_type: 'file_data_discovery',
    });
    const found = await client.get(`/api/runs/${run}/file-discovery-results/`).expect(200);
    expect(found.body).toMatchObject([
      {
        ...{ id: expect.any(Number) as number, connection: { id: connection, name: 'exports' } },
        results: [
          { locator: 'id' },
          { locator: 'email', matches: [{ label: 'email', categories: ['PII'] }] },
        ],
      },
    ]);
  });

  it('is refused in words that the client knows', async () => {
    const unknown = await discover('00000000-0000-4000-8000-000000000000').expect(400);
    expect(unknown.body).toEqual({
      discovery_config: [expect.stringContaining('object does not exist') as string],
    });
    await client.get('/api/schema-discovery/v2/999999/').expect(404);
    const runs = (await client.get('/api/runs/')).body as { id: number; ruleset_name: string }[];
    const plain = runs.find((run) => !run.ruleset_name.startsWith('$auto'));
    const refused = await client.get(`/api/schema-discovery/v2/${plain?.id}/`).expect(400);
    expect(refused.body).toEqual({ detail: expect.any(String) as string });
  });
});

describe('flows 10 to 14: licence, users, files, settings, export', () => {
  it('shows the licence', async () => {
    const { body } = await client.get('/api/license/').expect(200);
    expect(body).toMatchObject({
      ...{ uuid: expect.any(String) as string, name: expect.any(String) as string },
      ...{
        type: expect.any(String) as string,
        is_expired: false,
        uploadable: expect.any(Boolean) as boolean,
      },
    });
  });

  it('makes, changes, resets and deletes a user', async () => {
    const wish = { username: 'rosalind', email: 'r@example.org', user_roles: ['mask_builder'] };
    const made = await client.post('/api/users/', { ...wish, password: PASSWORD, re_password: PASSWORD });
    expect(made.status).toBe(201);
    const user = `/api/users/${String((made.body as { id: number }).id)}/`;
    const changed = await client.patch(user, { ...wish, email: 'new@example.org' }).expect(200);
    expect(changed.body).toMatchObject({ email: 'new@example.org', user_roles: ['mask_builder'] });
    const reset = await client.post(`${user}reset-password/`).expect(200);
    const { password } = reset.body as { password: string };
    const own = await ApiClient.login(target, 'rosalind', password);
    const next = 'Another4horseBattery';
    const change = { current_password: password, new_password: next, re_new_password: next };
    expect((await own.patch(user, change)).status).toBe(200);
    await client.delete(user).expect(204);
    await client.delete(user).expect(404);
  });

  it('uploads, lists and deletes seed files', async () => {
    const file = { field: 'seed_file', name: 'towns.csv', bytes: Buffer.from('town\nBath\n') };
    const seed = await client.upload('/api/seeds/', file, { name: 'towns.csv' }).expect(201);
    const listed = named((await client.get('/api/seeds/').expect(200)).body, 'towns.csv');
    expect(listed).toMatchObject({
      id: id(seed.body),
      created_date: expect.stringMatching(/^\d{4}-/) as string,
    });
    await client.delete(`/api/seeds/${id(seed.body)}/`).expect(204);
  });

  it('uploads, lists and deletes keys, wallets and filesets', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
    const wallet = await makeZip([{ name: 'ewallet.pem', bytes: 'wallet' }]);
    const uploads = [
      ['/api/files/snowflake-keys/', { field: 'key_file', name: 'key.p8', bytes: pem }, 200],
      ['/api/oracle-wallets/', { field: 'zip_archive', name: 'wallet.zip', bytes: wallet }, 201],
    ] as const;
    for (const [path, file, listing] of uploads) {
      const made = await client.upload(path, file, { name: file.name }).expect(201);
      expect(named((await client.get(path).expect(listing)).body, file.name)).toMatchObject({
        ...{ id: id(made.body), created_date: expect.stringMatching(/^\d{4}-/) as string },
      });
      await client.delete(`${path}${id(made.body)}/`).expect(204);
      await client.delete(`${path}${id(made.body)}/`).expect(404);
    }
    await client.get('/api/connection-filesets/').expect(201);
  });

  it('generates a ruleset with hash columns of its own from a discovery', async () => {
    const connection = String(named((await client.get('/api/connections/')).body, 'shop')?.id);
    const wish = {
      ...{ connection, selected_columns: { public: { customers: ['email'] } } },
      hash_columns: { public: { customers: { table: ['id'], columns: { email: null } } } },
    };
    const generated = await client.post('/api/generate-ruleset/v2/', wish);
    expect(generated.status).toBeLessThan(300);
    expect(generated.text).toMatch(/column: email/);
    expect(generated.text).toMatch(/hash_columns/);
  });

  it('reads and changes settings, and downloads logs', async () => {
    expect((await client.get('/api/settings/').expect(200)).body).toHaveProperty('dm_ai_engine_url');
    await client.patch('/api/settings/', { locality: 'NZ' }).expect(200);
    await client.patch('/api/settings/', { dm_ai_engine_url: 'http://ai.example:8000' }).expect(200);
    await client.get('/api/logs/download/?log_service=application').buffer(true).expect(200);
  });

  it('exports, and imports with overwrite flags as texts', async () => {
    const archive = await client.get('/api/export/v1/').buffer(true).parse(bytes).expect(200);
    const file = { field: 'zip_archive', name: 'bundle.zip', bytes: archive.body as Buffer };
    const flags = { overwrite_rulesets: 'false', overwrite_libraries: 'true', overwrite_seed_files: 'true' };
    const { body } = await client.upload('/api/import/v1/', file, flags).expect(200);
    expect(body).toMatchObject({ data: { rulesets: { metadata: { created: 0, error: 0 } } } });
  });
});

function bytes(response: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const stream = response as NodeJS.ReadableStream;
  const pieces: Buffer[] = [];
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  stream.on('end', () => {
    done(null, Buffer.concat(pieces));
  });
}
