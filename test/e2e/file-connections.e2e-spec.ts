import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ConnectionStorages } from '../../src/connections/connection-storages.js';
import { ConnectionsService } from '../../src/connections/connections.service.js';
import { createConnection, type WireBody } from '../support/builders/connection.builder.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { S3Server } from '../support/s3-server.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { uniqueName } from '../support/unique-name.js';

let target: TestApp;
let as: RoleClients;
let bucket: S3Server;

beforeAll(async () => {
  [target, bucket] = await Promise.all([createTestApp(), S3Server.start('exports')]);
  as = await installRoles(target);
  mkdirSync(join(target.config.paths.mountsDir, 'in'), { recursive: true });
  writeFileSync(join(target.config.paths.mountsDir, 'in/people.csv'), 'id,name\n');
});

afterAll(async () => {
  await Promise.all([target.stop(), bucket.stop()]);
});

const pathOf = (id: string): string => `/api/connections/${id}/`;

function shareBody(changes: WireBody = {}): WireBody {
  return {
    version: '1.0',
    name: uniqueName('share'),
    mask_type: 'file',
    type: 'mounted_share_connection',
    base_directory: 'in',
    is_file_mask_source: true,
    is_file_mask_destination: true,
    ...changes,
  };
}

function bucketBody(changes: WireBody = {}): WireBody {
  return {
    version: '1.0',
    name: uniqueName('bucket'),
    mask_type: 'file',
    type: 's3_connection',
    base_directory: 'daily',
    bucket: 'exports',
    endpoint: bucket.endpoint,
    region: 'eu-central-1',
    access_key_id: 'test-key',
    secret_access_key: 'test-secret',
    is_file_mask_source: true,
    is_file_mask_destination: false,
    ...changes,
  };
}

function containerBody(changes: WireBody = {}): WireBody {
  return {
    version: '1.0',
    name: uniqueName('container'),
    mask_type: 'file',
    type: 'azure_blob_connection',
    base_directory: '',
    container: 'exports',
    connection_string: 'hush-connection-string',
    is_file_mask_source: true,
    is_file_mask_destination: false,
    ...changes,
  };
}

describe('storing connections to files', () => {
  it('shows everything but secrets, and hands it to runs', async () => {
    const body = bucketBody({
      session_token: 'hush-token',
      iam_role_arn: 'arn:aws:iam::123456789012:role/x',
    });
    const id = await createConnection(as.builder, body);
    const shown = await as.builder.get(pathOf(id)).expect(200);
    const { secret_access_key: _, session_token: __, ...open } = body;
    expect(shown.body).toMatchObject({
      ...open,
      secret_access_key_encrypted: expect.any(String),
      session_token_encrypted: expect.any(String),
    });
    expect(shown.text).not.toMatch(/test-secret|hush-token/);
    await expect(target.app.get(ConnectionsService).forRun(id)).resolves.toMatchObject({
      maskType: 'file',
      dbType: 's3_connection',
      roles: { source: true, destination: false },
      storage: { secretAccessKey: 'test-secret', sessionToken: 'hush-token', forcePathStyle: true },
    });
  });

  it('never shows a connection string', async () => {
    const id = await createConnection(as.builder, containerBody());
    const { connection_string: _, ...open } = containerBody();
    const shown = await as.builder.get(pathOf(id)).expect(200);
    const mark = { connection_string_encrypted: expect.any(String) };
    expect(shown.body).toMatchObject({ ...open, ...mark, name: expect.any(String) });
    expect(shown.text).not.toContain('hush');
  });

  it('keeps secrets that are not given, and takes the flags and the folder', async () => {
    const body = bucketBody();
    const id = await createConnection(as.builder, body);
    const changes = { base_directory: 'nightly/', is_file_mask_destination: true };
    expect((await as.builder.patch(pathOf(id), changes).expect(200)).body).toMatchObject(changes);
    const { secret_access_key: _, ...others } = body;
    await as.builder.put(pathOf(id), others).expect(200);
    await expect(target.app.get(ConnectionsService).forRun(id)).resolves.toMatchObject({
      roles: { source: true, destination: false },
      storage: { baseDirectory: 'daily', secretAccessKey: 'test-secret' },
    });
  });

  it('opens for runs', async () => {
    const connections = target.app.get(ConnectionsService);
    const run = await connections.forRun(await createConnection(as.builder, shareBody()));
    const store = await target.app.get(ConnectionStorages).open(run!, 'run-1');
    expect(await store.stat('people.csv')).toMatchObject({ size: 8 });
    await store.close();
  });

  it.each<[string, WireBody, string]>([
    ['a folder that leads out', { base_directory: '../up' }, 'base_directory'],
    ['a folder that leads out on the way', { base_directory: 'a/../../up' }, 'base_directory'],
    ['a folder with an empty part', { base_directory: 'a//b' }, 'base_directory'],
    ['a folder with NUL', { base_directory: 'a\0b' }, 'base_directory'],
    ['a folder that is a number', { base_directory: 5 }, 'base_directory'],
    ['no bucket', { bucket: undefined }, 'bucket'],
    ['an unknown kind', { type: 'ftp_connection' }, 'type'],
    ['a flag that is a text', { is_file_mask_source: 'yes' }, 'is_file_mask_source'],
    ['an endpoint that is none', { endpoint: 'minio' }, 'endpoint'],
    ['an endpoint with a password', { endpoint: 'https://u:p@minio' }, 'endpoint'],
    ['an endpoint of the link-local network', { endpoint: 'http://169.254.169.254' }, 'endpoint'],
    ['a region with a way out', { region: 'x.example.com/' }, 'region'],
    ['a role that is none', { iam_role_arn: 'masking' }, 'iam_role_arn'],
    ['a key without its secret', { secret_access_key: undefined }, 'secret_access_key'],
    ['a secret without its key', { access_key_id: undefined }, 'access_key_id'],
  ])('refuses %s', async (_, changes, field) => {
    const response = await as.builder.post('/api/connections/', bucketBody(changes)).expect(400);
    expect(response.body).toEqual({ [field]: [expect.any(String)] });
  });
});

describe('testing connections to files', () => {
  it('answers 204 where everything is there', async () => {
    await as.runner.post('/api/connections/test/', shareBody()).expect(204);
    await as.runner.post('/api/connections/test/', bucketBody()).expect(204);
    const id = await createConnection(as.runner, bucketBody({ is_file_mask_destination: true }));
    await as.runner.post(`${pathOf(id)}test/`, {}).expect(204);
  });

  it.each<[string, () => WireBody, string]>([
    ['a folder that is not mounted', () => shareBody({ base_directory: 'missing' }), 'MOUNTS_DIR'],
    ['a file', () => shareBody({ base_directory: 'in/people.csv' }), 'is a file'],
    ['a bucket that is not there', () => bucketBody({ bucket: 'missing' }), 'no such bucket'],
    ['a wrong secret', () => bucketBody({ secret_access_key: 'wrong' }), 'secret access key'],
    ['a connection string that is none', () => containerBody(), 'connection string is not valid'],
    ['no connection string', () => containerBody({ connection_string: '' }), 'Give the connection string'],
    ['no server', () => bucketBody({ endpoint: 'http://127.0.0.1:9' }), 'cannot be reached'],
  ])('says what is wrong: %s', async (_, body, reason) => {
    const response = await as.builder.post('/api/connections/test/', body()).expect(400);
    expect(response.body).toEqual({ detail: expect.stringContaining(reason) });
    expect(response.text).not.toMatch(/test-secret|wrong|hush/);
  });

  it('refuses a bucket that the world can read', async () => {
    bucket.bucket.accessBlock = null;
    const response = await as.builder.post('/api/connections/test/', bucketBody()).expect(400);
    expect((response.body as { detail: string }).detail).toContain('STORAGE_ALLOW_PUBLIC');
    bucket.bucket.accessBlock = [true, true, true, true];
  });

  it('tries a stored secret on its own server only', async () => {
    const id = await createConnection(as.builder, bucketBody());
    await as.builder.post('/api/connections/test/', { id, base_directory: 'other' }).expect(204);
    const elsewhere = { id, endpoint: 'http://127.0.0.1:9' };
    const refused = await as.builder.post('/api/connections/test/', elsewhere).expect(400);
    expect(refused.body).toEqual({ secret_access_key: [expect.any(String)] });
  });
});
