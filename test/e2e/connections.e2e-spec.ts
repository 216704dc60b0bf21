import { Logger } from '../../src/common/logging/logger.js';
import { ConnectionUsage } from '../../src/connections/connection-usage.js';
import { ConnectionsService } from '../../src/connections/connections.service.js';
import { createApi } from '../../src/create-api.js';
import { ApiClient } from '../support/api-client.js';
import {
  connectionBody,
  connectionBodyTo,
  createConnection,
  type WireBody,
} from '../support/builders/connection.builder.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';
import { uniqueName } from '../support/unique-name.js';

const PASSWORD = 'open-sesame-4711';
const PEM = '-----BEGIN PRIVATE KEY----- hush';
const NOWHERE = '00000000-0000-4000-8000-000000000000';

let target: TestApp;
let database: TestDatabase;
let as: RoleClients;

beforeAll(async () => {
  [target, database] = await Promise.all([createTestApp(), createTargetDatabase()]);
  as = await installRoles(target);
});

afterAll(async () => {
  await target.stop();
  await database.drop();
});

const pathOf = (id: string): string => `/api/connections/${id}/`;
const auditOf = (name: string): Promise<{ action: string; username: string }[]> =>
  target.database.query(
    `SELECT action, username FROM audit_log WHERE category = 'connection' AND description LIKE $1 ORDER BY id`,
    [`%"${name}"%`],
  );

describe('who may use connections', () => {
  const routes: [string, string][] = [
    ['get', '/api/connections/'],
    ['post', '/api/connections/'],
    ['post', '/api/connections/test/'],
    ['get', pathOf(NOWHERE)],
    ['put', pathOf(NOWHERE)],
    ['patch', pathOf(NOWHERE)],
    ['delete', pathOf(NOWHERE)],
    ['post', `${pathOf(NOWHERE)}test/`],
  ];

  it.each(routes)('%s %s answers 401 to strangers and 403 to API tokens', async (method, path) => {
    const call = method as 'get' | 'post' | 'put' | 'patch' | 'delete';
    await as.anonymous[call](path).expect(401);
    await as.builderByApiToken[call](path).expect(403);
  });

  it('lets builders and runners alike manage them', async () => {
    for (const client of [as.builder, as.runner, as.admin]) {
      const id = await createConnection(client);
      await client.patch(pathOf(id), { database: 'other' }).expect(200);
      await client.delete(pathOf(id)).expect(204);
    }
  });
});

describe('POST /api/connections/', () => {
  it('answers the connection with a text id and without nulls where defaults exist (decision D1)', async () => {
    const body = connectionBody({ port: '5433', engine_options: { ssl: false }, data_encoding: 'utf-8' });
    const response = await as.builder.post('/api/connections/', body).expect(200);
    expect(response.body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: '1.0',
      name: body.name,
      mask_type: 'database',
      db_type: 'postgres',
      host: '127.0.0.1',
      port: 5433,
      database: 'nowhere',
      user: 'nobody',
      schema: '',
      is_read_only: false,
      engine_options: { ssl: false },
      options: {},
      data_encoding: 'utf-8',
      is_file_mask_source: false,
      is_file_mask_destination: false,
      last_discovery_run_id: null,
      last_discovery_run_date: null,
    });
    const nulls = Object.entries(response.body as WireBody).filter(([, value]) => value === null);
    expect(nulls.map(([name]) => name).sort()).toEqual([
      'connection_fileset',
      'last_discovery_run_date',
      'last_discovery_run_id',
      'oracle_wallet',
    ]);
  });

  it('takes either name of the password and never gives it back (decision D10)', async () => {
    for (const name of ['dbpassword', 'password']) {
      const body = connectionBody({ dbpassword: undefined, [name]: PASSWORD });
      const response = await as.builder.post('/api/connections/', body).expect(200);
      const { id, password_encrypted: mark } = response.body as { id: string; password_encrypted: string };
      expect(mark).toEqual(expect.any(String));
      expect(response.text).not.toContain(PASSWORD);
      expect((await as.builder.get(pathOf(id)).expect(200)).text).not.toContain(PASSWORD);
      expect((await as.builder.get('/api/connections/').expect(200)).text).not.toContain(PASSWORD);
      await expect(target.app.get(ConnectionsService).forRun(id)).resolves.toMatchObject({
        settings: { password: PASSWORD },
      });
    }
    const stored = await target.database.query(
      'SELECT row_to_json(connection)::text AS line FROM connection',
    );
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
  });

  it('leaves the mark out where no password is stored', async () => {
    const response = await as.builder
      .post('/api/connections/', connectionBody({ dbpassword: null }))
      .expect(200);
    expect(response.body).not.toHaveProperty('password_encrypted');
  });

  it('seals a private key among the engine options and hands it to runs', async () => {
    const engine_options = { ssl: 'require', key: PEM };
    const response = await as.builder
      .post('/api/connections/', connectionBody({ engine_options }))
      .expect(200);
    expect(response.text).not.toContain('hush');
    const { id } = response.body as { id: string };
    await expect(target.app.get(ConnectionsService).forRun(id)).resolves.toMatchObject({
      settings: { engineOptions: engine_options },
    });
  });

  it.each<[string, WireBody, string]>([
    ['a missing name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name with a line end', { name: 'a\nb' }, 'name'],
    ['a name with NUL', { name: 'a\0b' }, 'name'],
    ['a broken name', { name: '\ud800' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(256) }, 'name'],
    ['an unknown database', { db_type: 'sqlite' }, 'db_type'],
    ['no host', { host: undefined }, 'host'],
    ['a port out of range', { port: 70_000 }, 'port'],
    ['a port that is no number', { port: 'abc' }, 'port'],
    ['engine options that are a list', { engine_options: [1] }, 'engine_options'],
    ['an engine option of a wrong type', { engine_options: { ssl: { a: 1 } } }, 'engine_options'],
    ['an engine option that there is not', { engine_options: { sslmode: 'require' } }, 'engine_options'],
    ['a private key that is none', { engine_options: { key: 'k' } }, 'engine_options'],
    ['another version', { version: '2.0' }, 'version'],
    ['a flag that is a text', { is_read_only: 'no' }, 'is_read_only'],
    ['a password that is a number', { dbpassword: 5 }, 'dbpassword'],
  ])('refuses %s', async (_, changes, field) => {
    const response = await as.builder.post('/api/connections/', connectionBody(changes)).expect(400);
    expect(response.body).toEqual({ [field]: [expect.any(String)] });
  });

  it.each([
    ['a list', []],
    ['an empty object', {}],
  ])('refuses %s as the body', async (_, body) => {
    await as.builder.post('/api/connections/', body).expect(400);
  });

  it.each(['"; DROP TABLE connection; --', '../../etc/passwd', '<b>x</b>', '😀 größer', '%', "o'hara"])(
    'takes the name %s',
    async (hostile) => {
      const name = `${hostile} ${uniqueName('')}`;
      const id = await createConnection(as.builder, connectionBody({ name }));
      expect((await as.builder.get(pathOf(id)).expect(200)).body).toMatchObject({ name });
    },
  );

  it('lets exactly one of 20 parallel requests have a name', async () => {
    const body = connectionBody();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => as.builder.post('/api/connections/', body)),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(19);
    expect(replies.find(({ status }) => status === 400)?.body).toEqual({
      name: [expect.stringContaining('exists already')],
    });
    await expect(auditOf(String(body.name))).resolves.toHaveLength(1);
  });

  it.each<[string, WireBody, WireBody, string]>([
    [
      'Redshift',
      { db_type: 'redshift', host: 'h', port: 5439, database: 'd', user: 'u', dbpassword: 's3cret-x' },
      { host: 'h', port: 5439 },
      'password_encrypted',
    ],
    [
      'Databricks',
      {
        db_type: 'databricks',
        server_hostname: 'h',
        http_path: '/p',
        catalog: 'c',
        access_token: 's3cret-x',
      },
      { server_hostname: 'h', http_path: '/p', catalog: 'c' },
      'access_token_encrypted',
    ],
  ])('stores %s, shows it, and says that using it is not supported yet', async (_, fields, shown, mark) => {
    const id = await createConnection(as.builder, { name: uniqueName('kind'), ...fields });
    const response = await as.builder.get(pathOf(id)).expect(200);
    expect(response.body).toMatchObject(shown);
    expect(response.text).not.toContain('s3cret-x');
    expect(Object.keys(response.body as object).filter((name) => name.endsWith('_encrypted'))).toEqual(
      mark === '' ? [] : [mark],
    );
    const tested = await as.builder.post(`${pathOf(id)}test/`, {}).expect(400);
    expect((tested.body as { detail: string }).detail).toContain('not supported yet');
    expect((tested.body as { detail: string }).detail).toContain(String(fields.db_type ?? fields.type));
  });
});

describe('a connection that is led to another server', () => {
  it('keeps its password for builders only: whoever else could have it sent to themselves', async () => {
    const id = await createConnection(as.builder, connectionBody({ dbpassword: PASSWORD }));
    const elsewhere = { host: '192.0.2.9' };
    const refused = await as.runner.patch(pathOf(id), elsewhere).expect(400);
    expect((refused.body as { detail: string }).detail).toMatch(/give its password or keys again/);
    await as.runner.put(pathOf(id), connectionBody({ ...elsewhere, dbpassword: undefined })).expect(400);
    await as.runner.patch(pathOf(id), { schema: 'other' }).expect(200);
    await as.runner.patch(pathOf(id), { ...elsewhere, dbpassword: 'another' }).expect(200);
    await as.builder.patch(pathOf(id), { host: '192.0.2.10' }).expect(200);
  });
});

describe('GET /api/connections/ and GET /api/connections/{id}/', () => {
  it('lists every kind as a bare list', async () => {
    const id = await createConnection(as.runner);
    const { body } = await as.runner.get('/api/connections/').expect(200);
    expect((body as WireBody[]).map((item) => item.id)).toContain(id);
    for (const item of body as WireBody[]) {
      expect(item).toMatchObject({
        id: expect.any(String),
        name: expect.any(String),
        mask_type: expect.stringMatching(/^(database|file)$/),
      });
    }
  });

  it.each([NOWHERE, '5', 'not-an-id', '..%2f', '%00'])('answers 404 for the id %s', async (id) => {
    await as.builder.get(pathOf(id)).expect(404);
  });

  it('answers 404 without the trailing slash', async () => {
    await as.builder.get('/api/connections').expect(404);
  });
});

describe('PUT /api/connections/{id}/', () => {
  it('replaces the values, keeps the id, and keeps a password that is not given', async () => {
    const before = connectionBody({ schema: 'old', engine_options: { ssl: false } });
    const id = await createConnection(as.builder, before);
    const { dbpassword: _, schema: __, engine_options: ___, ...others } = before;
    const response = await as.builder.put(pathOf(id), { ...others, host: 'db2.example.com' }).expect(200);
    expect(response.body).toMatchObject({ id, host: 'db2.example.com', schema: '', engine_options: {} });
    await expect(target.app.get(ConnectionsService).forRun(id)).resolves.toMatchObject({
      settings: { password: PASSWORD },
    });
  });

  it('takes a new password, and takes it away when it is given empty', async () => {
    const body = connectionBody();
    const id = await createConnection(as.builder, body);
    await as.builder.put(pathOf(id), { ...body, dbpassword: 'another-1' }).expect(200);
    await expect(target.app.get(ConnectionsService).forRun(id)).resolves.toMatchObject({
      settings: { password: 'another-1' },
    });
    const response = await as.builder.put(pathOf(id), { ...body, dbpassword: '' }).expect(200);
    expect(response.body).not.toHaveProperty('password_encrypted');
  });

  it('refuses the name of another connection', async () => {
    const [one, other] = [connectionBody(), connectionBody()];
    await createConnection(as.builder, one);
    const id = await createConnection(as.builder, other);
    const response = await as.builder.put(pathOf(id), { ...other, name: one.name }).expect(400);
    expect(response.body).toEqual({ name: [expect.any(String)] });
  });

  it('answers 404 for an unknown id and 400 for missing fields', async () => {
    await as.builder.put(pathOf(NOWHERE), connectionBody()).expect(404);
    const id = await createConnection(as.builder);
    await as.builder.put(pathOf(id), {}).expect(400);
  });
});

describe('PATCH /api/connections/{id}/', () => {
  it('changes what is given and nothing else', async () => {
    const body = connectionBody({
      schema: 'app',
      is_read_only: true,
      engine_options: { ssl: 'require', key: PEM },
    });
    const id = await createConnection(as.builder, body);
    const response = await as.builder
      .patch(pathOf(id), { port: '6543', host: 'db3.example.com' })
      .expect(200);
    expect(response.body).toMatchObject({
      name: body.name,
      port: 6543,
      host: 'db3.example.com',
      schema: 'app',
      is_read_only: true,
    });
    await expect(target.app.get(ConnectionsService).forRun(id)).resolves.toMatchObject({
      isReadOnly: true,
      settings: { password: PASSWORD, engineOptions: { ssl: 'require', key: PEM } },
    });
  });

  it('takes null back to the default', async () => {
    const id = await createConnection(as.builder, connectionBody({ schema: 'app' }));
    expect((await as.builder.patch(pathOf(id), { schema: null }).expect(200)).body).toMatchObject({
      schema: '',
    });
  });

  it('refuses a bad value and changes nothing', async () => {
    const id = await createConnection(as.builder);
    await as.builder.patch(pathOf(id), { host: 'ok.example.com', port: -1 }).expect(400);
    const refused = await as.builder.patch(pathOf(id), { engine_options: { ssl: 'maybe' } }).expect(400);
    expect(refused.body).toEqual({ engine_options: [expect.stringContaining('"ssl" must be')] });
    expect((await as.builder.get(pathOf(id)).expect(200)).body).toMatchObject({ host: '127.0.0.1' });
  });
});

describe('DELETE /api/connections/{id}/', () => {
  it('removes it; a second time is 404; the audit log tells who did what', async () => {
    const body = connectionBody();
    const id = await createConnection(as.builder, body);
    await as.builder.patch(pathOf(id), { host: 'x' }).expect(200);
    await as.builder.delete(pathOf(id)).expect(204);
    await as.builder.delete(pathOf(id)).expect(404);
    await as.builder.get(pathOf(id)).expect(404);
    const entries = await auditOf(String(body.name));
    expect(entries.map(({ action }) => action)).toEqual(['created', 'modified', 'deleted']);
  });

  it('is refused with the reason while somebody needs it', async () => {
    const needed = await createConnection(as.builder);
    target.app.get(ConnectionUsage).register({
      reasonToKeep: (id) => Promise.resolve(id === needed ? 'Run 7 works with it.' : null),
    });
    const response = await as.builder.delete(pathOf(needed)).expect(409);
    expect(response.body).toEqual({ detail: 'Run 7 works with it.' });
    await as.builder.get(pathOf(needed)).expect(200);
  });
});

describe('testing a connection (decision D11)', () => {
  it('answers 204 for fields that work, and for a saved connection that works', async () => {
    await as.runner.post('/api/connections/test/', connectionBodyTo(database)).expect(204);
    const { name: _, ...nameless } = connectionBodyTo(database);
    await as.runner.post('/api/connections/test/', nameless).expect(204);
    const id = await createConnection(as.runner, connectionBodyTo(database));
    await as.runner.post(`${pathOf(id)}test/`, {}).expect(204);
    await as.runner.post(`${pathOf(id)}test/`).expect(204);
  });

  it.each<[string, WireBody]>([
    ['a server that is not there', { host: '127.0.0.1', port: 9 }],
    ['a database that is not there', { database: 'no_such_database' }],
    ['a user that is not there', { user: 'no_such_user', dbpassword: PASSWORD }],
  ])('answers 400 with the reason and no password for %s', async (_, changes) => {
    const body = connectionBodyTo(database, { dbpassword: PASSWORD, ...changes });
    const response = await as.builder.post('/api/connections/test/', body).expect(400);
    expect(Object.keys(response.body as object)).toEqual(['detail']);
    expect(response.text).not.toContain(PASSWORD);
    const id = await createConnection(as.builder, body);
    const saved = await as.builder.post(`${pathOf(id)}test/`, {}).expect(400);
    expect(saved.text).not.toContain(PASSWORD);
  });

  it('answers 400 with the reason for an unknown engine option', async () => {
    const body = connectionBodyTo(database, { engine_options: { nonsense: 1 } });
    const response = await as.builder.post('/api/connections/test/', body).expect(400);
    expect(response.body).toEqual({ detail: expect.stringContaining('nonsense') });
  });

  it('fills fields from a saved connection, its password included', async () => {
    const id = await createConnection(as.builder, connectionBodyTo(database));
    await as.builder.post('/api/connections/test/', { id }).expect(204);
    await as.builder.post('/api/connections/test/', { id, database: 'no_such_database' }).expect(400);
  });

  it('never tries a stored password on another server', async () => {
    const id = await createConnection(as.builder, connectionBodyTo(database));
    const response = await as.builder.post('/api/connections/test/', { id, port: 9 }).expect(400);
    expect(response.body).toEqual({ dbpassword: [expect.stringContaining('stored one')] });
  });

  it('answers 404 for an unknown connection and 400 for missing fields', async () => {
    await as.builder.post(`${pathOf(NOWHERE)}test/`, {}).expect(404);
    await as.builder.post('/api/connections/test/', { id: NOWHERE }).expect(404);
    await as.builder.post('/api/connections/test/', { db_type: 'postgres' }).expect(400);
  });
});

describe('ConnectionsService.forRun', () => {
  it('is null for what does not exist', async () => {
    await expect(target.app.get(ConnectionsService).forRun(NOWHERE)).resolves.toBeNull();
    await expect(target.app.get(ConnectionsService).forRun('x')).resolves.toBeNull();
  });

  it('holds the row against deletion until the transaction ends', async () => {
    const id = await createConnection(as.builder);
    const deletion = await target.dataSource.transaction(async (manager) => {
      await target.app.get(ConnectionsService).forRun(id, manager);
      const pending = as.builder.delete(pathOf(id)).then(({ status }) => status);
      const winner = await Promise.race([
        pending,
        new Promise((resolve) => setTimeout(resolve, 300, 'waiting')),
      ]);
      expect(winner).toBe('waiting');
      return { pending };
    });
    await expect(deletion.pending).resolves.toBe(204);
  });
});

describe('the log', () => {
  it('holds no password, whatever goes wrong, at the finest level', async () => {
    const lines: string[] = [];
    const logger = Logger.create({ level: 'trace', format: 'json' }, { write: (line) => lines.push(line) });
    const app = await createApi(target.config, logger);
    try {
      await app.listen(0, '127.0.0.1');
      const client = ApiClient.withToken(
        { ...target, server: app.getHttpServer() },
        as.builder.authorization!.slice(6),
      );
      const id = await createConnection(client);
      await client.post(`${pathOf(id)}test/`, {}).expect(400);
      await client.post('/api/connections/', connectionBody({ host: 5 })).expect(400);
      await client.put(pathOf(id), connectionBody({ port: 'x' })).expect(400);
      await client.post('/api/connections/test/', connectionBody({ user: 'u' })).expect(400);
      await target.database.query('ALTER TABLE connection RENAME COLUMN sealed_secrets TO gone');
      await client.post('/api/connections/', connectionBody()).expect(500);
    } finally {
      await target.database.query('ALTER TABLE connection RENAME COLUMN gone TO sealed_secrets');
      await app.close();
    }
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join('')).not.toContain(PASSWORD);
  });
});
