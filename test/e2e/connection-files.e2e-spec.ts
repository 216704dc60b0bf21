import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ConnectionsService } from '../../src/connections/connections.service.js';
import type { ApiClient } from '../support/api-client.js';
import { connectionBody, type WireBody } from '../support/builders/connection.builder.js';
import { expectDetail } from '../support/expect-error.js';
import { forge, makeCrowdedZip, makeZip, markEncrypted, type ZipPart } from '../support/make-zip.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { uniqueName } from '../support/unique-name.js';

const FILESETS = '/api/connection-filesets/';
const WALLETS = '/api/oracle-wallets/';
const KEYS = '/api/files/snowflake-keys/';
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const REGULAR = 0o100644;

let target: TestApp;
let as: RoleClients;
let pem: { readonly ca: string; readonly cert: string; readonly key: string };

beforeAll(async () => {
  target = await createTestApp();
  as = await installRoles(target);
  pem = makeCertificates();
});

afterAll(() => target.stop());

/** Two self-signed certificates: one stands for an authority, one has its key with it. */
function makeCertificates(): typeof pem {
  const folder = mkdtempSync(join(tmpdir(), 'vizard-certs-'));
  const make = (name: string): { cert: string; key: string } => {
    const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
    const subject = ['-subj', `/CN=${name}`, '-days', '2'];
    const files = ['-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], {
      stdio: 'ignore',
    });
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  };
  try {
    return { ca: make('authority').cert, ...make('client') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const filesetParts = (): ZipPart[] => [
  { name: 'certs/ca.pem', bytes: pem.ca },
  { name: 'certs/client-cert.pem', bytes: pem.cert },
  { name: 'certs/client-key.pem', bytes: pem.key },
];
const wallet = (): Promise<Buffer> => makeZip([{ name: 'ewallet.pem', bytes: 'wallet-secret-4711' }]);
const send = (
  path: string,
  bytes: Buffer,
  fields: Record<string, string> = {},
  { method }: { readonly method?: 'post' | 'put' } = {},
): ReturnType<ApiClient['upload']> => {
  const field = path === KEYS ? 'key_file' : 'zip_archive';
  const extra = path.startsWith(FILESETS) ? { database_type: 'mysql' } : {};
  const all = { name: uniqueName('file'), ...extra, ...fields };
  return as.builder.upload(path, { field, name: 'upload.zip', bytes }, all, method);
};
const rsaKey = (options = {}): Buffer =>
  Buffer.from(
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      ...options,
    } as never) as unknown as string,
  );
const idOf = (reply: { readonly body: unknown }): string => (reply.body as { id: string }).id;

describe.each([FILESETS, WALLETS, KEYS])('who may use %s', (path) => {
  it('every user, with the token of a login', async () => {
    await as.anonymous.get(path).expect(401);
    await as.builderByApiToken.get(path).expect(403);
    expect((await as.runner.get(path)).status).toBe(path === KEYS ? 200 : 201);
    await as.anonymous.delete(`${path}${NOWHERE}/`).expect(401);
    await as.builderByApiToken.post(path).expect(403);
    for (const id of [NOWHERE, '7', 'x']) {
      await as.builder.delete(`${path}${id}/`).expect(404);
    }
  });
});

describe('POST /api/connection-filesets/', () => {
  it('stores the files sealed and shows their names only (decisions D21, D23)', async () => {
    const reply = await send(FILESETS, await makeZip(filesetParts()), { name: 'crm client' }).expect(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'crm client',
      filename: 'upload.zip',
      database_type: 'mysql',
      zip_archive: 'connection-filesets/crm client.zip',
      entries: ['certs/ca.pem', 'certs/client-cert.pem', 'certs/client-key.pem'],
      created_date: expect.stringMatching(/Z$/),
      modified_date: expect.stringMatching(/Z$/),
    });
    expect((await as.runner.get(FILESETS).expect(201)).body).toContainEqual(reply.body);
    const rows = await target.database.query('SELECT * FROM connection_file WHERE id = $1', [idOf(reply)]);
    expect(JSON.stringify(rows)).not.toContain('PRIVATE');
    expect(rows[0]?.sealed_content).toMatch(/^v1\./);
  });

  it.each<[string, (parts: ZipPart[]) => Promise<Buffer>, RegExp]>([
    ['no archive', () => Promise.resolve(Buffer.from('hello')), /no zip archive/],
    ['a damaged archive', async (parts) => (await makeZip(parts)).subarray(0, 300), /no zip archive/],
    ['an empty archive', () => makeZip([]), /no certificate/],
    ['no certificate', () => makeZip([{ name: 'readme.txt', bytes: 'x' }]), /no certificate/],
    [
      'a damaged certificate',
      () =>
        makeZip([{ name: 'ca.pem', bytes: '-----BEGIN CERTIFICATE-----\nxx\n-----END CERTIFICATE-----' }]),
      /damaged/,
    ],
    [
      'a key without its certificate',
      ([ca, , key]) => makeZip([ca!, key!]),
      /No certificate in the archive belongs to the private key/,
    ],
    ['two keys', ([a, b, c]) => makeZip([a!, b!, c!, { ...c!, name: 'k2' }]), /more than one private key/],
    [
      'a way out',
      async (parts) =>
        forge(await makeZip([...parts, { name: 'aa/evil', bytes: '1' }]), 'aa/evil', '../evil'),
      /leads out of the archive/,
    ],
    [
      'an absolute path',
      async (parts) => forge(await makeZip([...parts, { name: 'aetc/x', bytes: '1' }]), 'aetc/x', '/etc/x'),
      /leads out of the archive/,
    ],
    [
      'a link',
      (parts) => makeZip([...parts, { name: 'link', bytes: '/etc/passwd', mode: 0o120777 }]),
      /link or a device/,
    ],
    ['encryption', async (parts) => markEncrypted(await makeZip(parts)), /encrypted/],
    [
      'an archive in the archive',
      async (parts) => makeZip([...parts, { name: 'x.bin', bytes: await makeZip(parts) }]),
      /an archive itself/,
    ],
    [
      'a name twice but for its case',
      (parts) => makeZip([...parts, { name: 'CERTS/ca.pem', bytes: 'x' }]),
      /there twice/,
    ],
    [
      'a bomb',
      (parts) => makeZip([...parts, { name: 'zeros', bytes: Buffer.alloc(1_900_000), mode: REGULAR }]),
      /packed beyond reason/,
    ],
    [
      'an entry of more than 2 MiB',
      (parts) => makeZip([...parts, { name: 'big', bytes: Buffer.alloc(2_200_000, 'ab1') }]),
      /more than 2097152 bytes/,
    ],
    [
      '51 entries',
      (parts) =>
        makeZip([...parts, ...Array.from({ length: 48 }, (_, n) => ({ name: `f${n}`, bytes: 'x' }))]),
      /more than 50 entries/,
    ],
    ['100,000 entries', () => Promise.resolve(makeCrowdedZip(100_000)), /more than 50 entries/],
  ])('refuses %s', async (_, make, reason) => {
    const reply = await send(FILESETS, await make(filesetParts())).expect(400);
    expect(reply.body).toEqual({ zip_archive: [expect.stringMatching(reason)] });
  });

  it.each<[string, Record<string, string>, string]>([
    ['an empty name', { name: '' }, 'name'],
    ['a name with a path', { name: '../x' }, 'name'],
    ['an unknown database', { database_type: 'postgres' }, 'database_type'],
  ])('refuses a set with %s', async (_, fields, field) => {
    const reply = await send(FILESETS, await makeZip(filesetParts()), fields).expect(400);
    expect(Object.keys(reply.body as object)).toEqual([field]);
  });

  it('has each name once for each kind', async () => {
    const zip = await makeZip(filesetParts());
    const name = uniqueName('once');
    const replies = await Promise.all([1, 2, 3, 4].map(() => send(FILESETS, zip, { name })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    await send(WALLETS, await wallet(), { name }).expect(201);
  });

  it('answers 413 beyond 10 MB', async () => {
    expectDetail(await send(FILESETS, Buffer.alloc(10 * 1024 * 1024 + 1)), 413, /larger than 10 MB/);
  });
});

describe('connections that use a fileset', () => {
  const mysql = (changes: WireBody): WireBody => connectionBody({ db_type: 'mysql', port: 3306, ...changes });

  it('hand certificate authority, certificate and key to the adapter', async () => {
    const fileset = idOf(await send(FILESETS, await makeZip(filesetParts())).expect(201));
    const reply = await as.builder.post('/api/connections/', mysql({ connection_fileset: fileset }));
    expect(reply.body).toMatchObject({ connection_fileset: fileset });
    const connection = await target.app.get(ConnectionsService).forRun(idOf(reply));
    expect(connection?.settings.engineOptions).toEqual(pem);
    expect(JSON.stringify(reply.body)).not.toContain('BEGIN');
  });

  it('take an authority alone, too', async () => {
    const zip = await makeZip([{ name: 'server.pem', bytes: pem.ca }]);
    const fileset = idOf(await send(FILESETS, zip).expect(201));
    const reply = await as.builder.post('/api/connections/', mysql({ connection_fileset: fileset }));
    const connection = await target.app.get(ConnectionsService).forRun(idOf(reply));
    expect(connection?.settings.engineOptions).toEqual({ ca: pem.ca });
  });

  it('keep it from being deleted', async () => {
    const fileset = idOf(await send(FILESETS, await makeZip(filesetParts())).expect(201));
    const connection = idOf(
      await as.builder.post('/api/connections/', mysql({ connection_fileset: fileset })).expect(200),
    );
    expectDetail(await as.builder.delete(`${FILESETS}${fileset}/`), 409, /uses it/);
    await as.builder.delete(`/api/connections/${connection}/`).expect(204);
    await as.builder.delete(`${FILESETS}${fileset}/`).expect(204);
    expect((await as.builder.get(FILESETS)).body).not.toContainEqual(
      expect.objectContaining({ id: fileset }),
    );
  });

  it.each([
    [{ connection_fileset: NOWHERE }, 'connection_fileset', /no such file/],
    [{ connection_fileset: 'x' }, 'connection_fileset', /no such file/],
    [{ db_type: 'postgres', connection_fileset: NOWHERE }, 'connection_fileset', /mysql or mariadb/],
    [{ db_type: 'mysql', oracle_wallet: NOWHERE }, 'oracle_wallet', /oracle/],
    [{ db_type: 'oracle', oracle_wallet: NOWHERE }, 'oracle_wallet', /no such file/],
  ])('refuse %j', async (changes, field, reason) => {
    const reply = await as.builder.post('/api/connections/', mysql(changes)).expect(400);
    expect(reply.body).toEqual({ [field]: [expect.stringMatching(reason)] });
  });
});

describe('PUT /api/connection-filesets/{id}/', () => {
  it('puts other files in the place of those there', async () => {
    const id = idOf(await send(FILESETS, await makeZip(filesetParts())).expect(201));
    const zip = await makeZip([{ name: 'ca.pem', bytes: pem.ca }]);
    const reply = await send(`${FILESETS}${id}/`, zip, { name: 'renamed' }, { method: 'put' }).expect(201);
    expect(reply.body).toMatchObject({ id, name: 'renamed', entries: ['ca.pem'] });
    await send(`${FILESETS}${NOWHERE}/`, zip, {}, { method: 'put' }).expect(404);
    const without = await as.builder.put(`${FILESETS}${id}/`, {}).expect(400);
    expect(without.body).toEqual({ zip_archive: [expect.any(String)] });
  });
});

describe('POST /api/oracle-wallets/', () => {
  it('stores a wallet sealed, and deletes it', async () => {
    const reply = await send(WALLETS, await wallet(), { name: 'hr' }).expect(201);
    expect(reply.body).toMatchObject({
      name: 'hr',
      entries: ['ewallet.pem'],
      created_date: expect.any(String),
    });
    const rows = await target.database.query('SELECT * FROM connection_file WHERE id = $1', [idOf(reply)]);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('wallet-secret-4711').toString('base64'));
    expect((await as.runner.get(WALLETS).expect(201)).body).toContainEqual(reply.body);
    await as.builder.delete(`${WALLETS}${idOf(reply)}/`).expect(204);
  });

  it('refuses an archive without a wallet, and a fileset’s id', async () => {
    const reply = await send(WALLETS, await makeZip(filesetParts())).expect(400);
    expect(reply.body).toEqual({ zip_archive: [expect.stringContaining('no wallet')] });
    const fileset = idOf(await send(FILESETS, await makeZip(filesetParts())).expect(201));
    await as.builder.delete(`${WALLETS}${fileset}/`).expect(404);
  });
});

describe('POST /api/files/snowflake-keys/', () => {
  it.each([
    ['without a passphrase', {}],
    ['with a passphrase', { cipher: 'aes-256-cbc', passphrase: 'pass-4711' }],
  ])('stores a key %s, and connections refer to it', async (_, options) => {
    const reply = await send(KEYS, rsaKey(options)).expect(201);
    expect(Object.keys(reply.body as object).sort()).toEqual(
      ['created_date', 'filename', 'id', 'modified_date', 'name'].sort(),
    );
    expect((await as.builder.get(KEYS).expect(200)).body).toContainEqual(reply.body);
    const body = { db_type: 'snowflake', name: uniqueName('snow'), database: 'd', host: 'h', user: 'u' };
    const key = { snowflake_private_key: idOf(reply) };
    await as.builder.post('/api/connections/', { ...body, ...key }).expect(200);
    expectDetail(await as.builder.delete(`${KEYS}${idOf(reply)}/`), 409, /uses it/);
  });

  it.each<[string, () => Buffer, RegExp]>([
    ['a text', () => Buffer.from('hello'), /no private key/],
    ['an empty file', () => Buffer.alloc(0), /no private key/],
    [
      'a public key',
      () =>
        Buffer.from(
          generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
            type: 'spki',
            format: 'pem',
          }),
        ),
      /public key/,
    ],
    [
      'a key of another kind',
      () => Buffer.from(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
      /RSA/,
    ],
  ])('refuses %s', async (_, make, reason) => {
    const reply = await send(KEYS, make()).expect(400);
    expect(reply.body).toEqual({ key_file: [expect.stringMatching(reason)] });
  });
});
