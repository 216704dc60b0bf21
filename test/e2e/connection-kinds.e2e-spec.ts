import { BlobServiceClient } from '@azure/storage-blob';

import { DATABASE_KINDS } from '../../src/connections/connection-kinds.js';
import { startAzurite, type Azurite } from '../support/azurite.js';
import { bodyOfKind } from '../support/builders/connection-kind.builder.js';
import { connectionBodyTo, createConnection, type WireBody } from '../support/builders/connection.builder.js';
import {
  describeWithMariadb,
  startMariadb,
  type MariadbTarget,
  type TestMariadb,
} from '../support/mariadb.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { uniqueName } from '../support/unique-name.js';

const SECRET = 'hush-Hush-4711';

let target: TestApp;
let as: RoleClients;

beforeAll(async () => {
  target = await createTestApp();
  as = await installRoles(target);
});

afterAll(() => target.stop());

const pathOf = (id: string): string => `/api/connections/${id}/`;
const create = (body: WireBody): Promise<string> =>
  createConnection(as.builder, { name: uniqueName('kind'), ...body });

describe('the secrets of each kind of connection', () => {
  it.each<[string, string, string?, WireBody?]>([
    ['postgres', 'dbpassword', 'password'],
    ['mssql', 'password'],
    ['mongodb', 'dbpassword', 'password'],
    ['documentdb', 'password'],
    ['snowflake', 'dbpassword', 'password'],
    ['snowflake', 'snowflake_private_key_passphrase'],
    ['snowflake', 'snowflake_azure_connection_string'],
    ['databricks', 'access_token'],
    ['s3_connection', 'secret_access_key', 'secret_access_key', { access_key_id: null }],
    ['s3_connection', 'session_token'],
    ['azure_blob_connection', 'connection_string'],
  ])('%s %s is never shown, stays when it is not given, and goes when it is empty', async (...row) => {
    const [kind, field, shown = field, more = {}] = row;
    const mark = `${shown}_encrypted`;
    const body = { name: uniqueName('secret'), ...bodyOfKind(kind), [field]: SECRET };
    const created = await as.builder.post('/api/connections/', body).expect(200);
    expect(created.body).toMatchObject({ [mark]: '(sealed)' });
    const path = pathOf((created.body as { id: string }).id);
    const listed = await as.builder.get('/api/connections/').expect(200);
    const stored = await target.database.query('SELECT row_to_json(connection)::text AS it FROM connection');
    for (const text of [created.text, listed.text, JSON.stringify(stored)]) {
      expect(text).not.toContain(SECRET);
    }
    const renamed = await as.builder.patch(path, { name: uniqueName('renamed') }).expect(200);
    expect(renamed.body).toHaveProperty(mark);
    const put = await as.builder.put(path, { ...(renamed.body as WireBody), [mark]: 'x' }).expect(200);
    expect(put.body).toHaveProperty(mark);
    const without = await as.builder.patch(path, { [field]: '', ...more }).expect(200);
    expect(without.body).not.toHaveProperty(mark);
  });

  it.each<[string, string, unknown]>([
    ['postgres', 'host', '192.0.2.9'],
    ['postgres', 'port', 1],
    ['postgres', 'user', 'somebody'],
    ['mssql', 'engine_options', { instance_name: 'OTHER' }],
    ['mongodb', 'host', '192.0.2.9'],
    ['snowflake', 'host', '192.0.2.9'],
    ['snowflake', 'snowflake_account_id', 'somebody'],
    ['databricks', 'server_hostname', '192.0.2.9'],
    ['s3_connection', 'endpoint', 'http://192.0.2.9'],
    ['s3_connection', 'region', 'eu-west-9'],
  ])('of %s go nowhere else when a runner changes %s', async (kind, field, value) => {
    const id = await create({ ...bodyOfKind(kind), dbpassword: SECRET, access_token: SECRET });
    const refused = await as.runner.patch(pathOf(id), { [field]: value }).expect(400);
    expect(refused.body).toEqual({ detail: expect.stringContaining('would lead to another server') });
    await as.builder.patch(pathOf(id), { [field]: value }).expect(200);
  });
});

describe('testing each kind of connection before and after it is saved', () => {
  const usable = new Set<string>(['postgres', 'mysql', 'mariadb', 'oracle', 'mssql']);

  it.each(DATABASE_KINDS)('%s answers 400 with the reason where it does not work', async (kind) => {
    const body = { ...bodyOfKind(kind), host: '127.0.0.1', port: 9 };
    const detail = expect.stringContaining(
      usable.has(kind)
        ? 'The connection does not work'
        : `${kind} are stored, but using them is not supported yet`,
    ) as string;
    const before = await as.runner.post('/api/connections/test/', body).expect(400);
    expect(before.body).toEqual({ detail });
    const after = await as.runner.post(`${pathOf(await create(body))}test/`, {}).expect(400);
    expect(after.body).toEqual({ detail });
  });

  describeWithMariadb('with a server', () => {
    let server: TestMariadb;
    let database: MariadbTarget;

    beforeAll(async () => {
      server = await startMariadb();
      database = await server.createTarget();
    });

    afterAll(() => server.stop());

    it.each(['mysql', 'mariadb'])('%s answers 204, and 400 with a wrong password', async (db_type) => {
      const body = connectionBodyTo(database, { db_type });
      await as.runner.post('/api/connections/test/', body).expect(204);
      const id = await createConnection(as.builder, body);
      await as.runner.post(`${pathOf(id)}test/`, {}).expect(204);
      const wrong = { ...body, dbpassword: SECRET };
      const refused = await as.runner.post('/api/connections/test/', wrong).expect(400);
      expect(refused.body).toEqual({ detail: expect.stringContaining('The connection does not work') });
    });
  });

  describe('azure_blob_connection', () => {
    let azurite: Azurite;

    beforeAll(async () => {
      azurite = await startAzurite();
      const service = BlobServiceClient.fromConnectionString(azurite.connectionString);
      await service.getContainerClient('exports').create();
    });

    afterAll(() => azurite.stop());

    it('answers 204, and 400 for another container', async () => {
      const body = {
        ...bodyOfKind('azure_blob_connection'),
        ...{ container: 'exports', connection_string: azurite.connectionString },
        is_file_mask_destination: true,
      };
      await as.runner.post('/api/connections/test/', body).expect(204);
      await as.runner.post(`${pathOf(await create(body))}test/`, {}).expect(204);
      const elsewhere = { ...body, container: 'missing' };
      const refused = await as.runner.post('/api/connections/test/', elsewhere).expect(400);
      expect(refused.body).toEqual({ detail: expect.stringContaining('no such container') });
    });
  });
});
