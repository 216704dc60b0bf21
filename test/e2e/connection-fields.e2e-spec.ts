import { generateKeyPairSync } from 'node:crypto';

import { DATABASE_KINDS, FILE_KINDS } from '../../src/connections/connection-kinds.js';
import { bodyOfKind } from '../support/builders/connection-kind.builder.js';
import type { WireBody } from '../support/builders/connection.builder.js';
import { makeZip } from '../support/make-zip.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { uniqueName } from '../support/unique-name.js';

/** In the place of a default: the field has to be given. */
const REQUIRED = Symbol('required');
/** In the place of values: ids of two uploaded files. */
const FILES_OF = { key: Symbol('keys'), wallet: Symbol('wallets') };

/** Two values of a field, and what it is where none is given; undefined: it is not shown then. */
type Values = readonly [first: unknown, second: unknown, byDefault: unknown];
type Fields = Readonly<Record<string, Values>>;

const text = (byDefault?: unknown): Values => ['one', 'other', byDefault];
const flag = (byDefault?: boolean): Values => [true, false, byDefault];
const ROLE: Values = ['arn:aws:iam::123456789012:role/a', 'arn:aws:iam::123456789012:role/b', undefined];
const READ_ONLY = { is_read_only: flag(false) };

const MONGO: Fields = {
  host: text(REQUIRED),
  port: [27_018, 27_019, 27_017],
  database: text(REQUIRED),
  user: text(''),
  auth_source: text('admin'),
  tls: flag(false),
  tls_ca_file: text(),
  tls_allow_invalid_certificates: flag(false),
  direct_connection: flag(false),
  retry_writes: flag(true),
  replica_set: text(),
  ...READ_ONLY,
};
const FILES: Fields = {
  base_directory: text(''),
  is_file_mask_source: flag(false),
  is_file_mask_destination: flag(false),
};

/** The fields of each kind of connection that are no secrets, beside `name`, `version` and the kind itself. */
const KINDS: Readonly<Record<string, Fields>> = {
  postgres: {
    host: text(REQUIRED),
    port: [1111, 2222, REQUIRED],
    database: text(REQUIRED),
    user: text(REQUIRED),
    schema: text(''),
    ...READ_ONLY,
    engine_options: [{ ssl: false }, { ssl: 'require' }, {}],
    options: [{ a: 1 }, { b: [2] }, {}],
    data_encoding: ['latin1', 'utf-8', undefined],
    iam_role_arn: ROLE,
  },
  oracle: { service_name: text(), oracle_wallet: [FILES_OF.wallet, FILES_OF.wallet, null] },
  mssql_linked: { linked_server: text() },
  redshift: { s3_bucket_name: text(), s3_redshift_iam_role: text() },
  dynamo_db: {
    s3_bucket_name: text(''),
    dynamo_append_datetime: flag(false),
    dynamo_append_suffix: text('-MASKED'),
    dynamo_replace_tables: flag(true),
    dynamo_default_region: text(),
    dynamo_default_sse: [
      { selection: 'aws_managed' },
      { selection: 'account_managed', kms_key_id: 'one' },
      { selection: 'dynamodb_owned' },
    ],
    iam_role_arn: ROLE,
    export_s3_prefix: text(),
    ...READ_ONLY,
  },
  mongodb: MONGO,
  documentdb: { ...MONGO, retry_writes: flag(false) },
  snowflake: {
    database: text(REQUIRED),
    schema: text(''),
    host: text(''),
    port: [443, 8443, undefined],
    user: text(''),
    snowflake_role: text(),
    snowflake_account_id: text(),
    snowflake_warehouse: text(),
    snowflake_storage_integration_name: text(),
    snowflake_private_key: [FILES_OF.key, FILES_OF.key, undefined],
    snowflake_stage_location: ['aws_s3', 'spcs', 'local'],
    s3_bucket_name: text(),
    iam_role_arn: ROLE,
    snowflake_azure_container_name: text(),
    ...READ_ONLY,
  },
  databricks: {
    server_hostname: text(REQUIRED),
    http_path: text(REQUIRED),
    catalog: text(REQUIRED),
    schema: text(''),
    ...READ_ONLY,
  },
  s3_connection: {
    ...FILES,
    bucket: text(REQUIRED),
    iam_role_arn: ROLE,
    region: ['eu-central-1', 'eu-west-1', undefined],
    endpoint: ['https://one.example.com', 'https://other.example.com', undefined],
    force_path_style: flag(),
    // The body holds its secret, which is refused without it.
    access_key_id: text(REQUIRED),
  },
  azure_blob_connection: { ...FILES, container: text(REQUIRED) },
  mounted_share_connection: FILES,
};

describe('the fields of each kind of connection', () => {
  let target: TestApp;
  let as: RoleClients;
  let uploads: ReadonlyMap<unknown, readonly [string, string]>;

  beforeAll(async () => {
    target = await createTestApp();
    as = await installRoles(target);
    uploads = new Map([
      [FILES_OF.key, [await uploadKey(), await uploadKey()]],
      [FILES_OF.wallet, [await uploadWallet(), await uploadWallet()]],
    ]);
  });

  afterAll(() => target.stop());

  const upload = async (path: string, field: string, bytes: Buffer): Promise<string> => {
    const file = { field, name: 'upload', bytes };
    const { body } = await as.builder.upload(path, file, { name: uniqueName('file') }).expect(201);
    return (body as { id: string }).id;
  };

  async function uploadKey(): Promise<string> {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    return upload('/api/files/snowflake-keys/', 'key_file', Buffer.from(pem));
  }

  async function uploadWallet(): Promise<string> {
    const zip = await makeZip([{ name: 'ewallet.pem', bytes: 'wallet-secret-4711' }]);
    return upload('/api/oracle-wallets/', 'zip_archive', zip);
  }

  const pathOf = (id: unknown): string => `/api/connections/${String(id)}/`;
  const create = async (body: WireBody): Promise<WireBody> =>
    (await as.builder.post('/api/connections/', { name: uniqueName('kind'), ...body }).expect(200))
      .body as WireBody;
  const change = async (id: unknown, body: WireBody): Promise<WireBody> =>
    (await as.builder.patch(pathOf(id), body).expect(200)).body as WireBody;

  const rows = Object.entries(KINDS).flatMap(([kind, fields]) =>
    Object.entries(fields).map(([field, values]) => ({ kind, field, values })),
  );

  it.each(rows)(
    '$kind $field is stored, shown, changed by PATCH and taken back to its default by null',
    async ({ kind, field, values: [one, other, byDefault] }) => {
      const [first, second] = uploads.get(one) ?? [one, other];
      const created = await create({ ...bodyOfKind(kind), [field]: first });
      expect(created[field]).toEqual(first);
      expect((await as.builder.get(pathOf(created.id)).expect(200)).body).toEqual(created);
      const changed = await change(created.id, { [field]: second });
      expect(changed).toEqual({ ...created, [field]: second, modified_time: expect.any(String) as string });
      const { status, body } = await as.builder.patch(pathOf(created.id), { [field]: null });
      const answer = body as WireBody;
      const isRequired = byDefault === REQUIRED;
      expect([status, isRequired ? Object.keys(answer) : answer[field]]).toEqual(
        isRequired ? [400, [field]] : [200, byDefault],
      );
    },
  );

  it.each([...DATABASE_KINDS, ...FILE_KINDS])(
    '%s: what a reply shows may be sent back, and stands in the list without other nulls than files and discoveries',
    async (kind) => {
      const { secret_access_key: _, ...open } = bodyOfKind(kind);
      const created = await create(bodyOfKind(kind));
      expect(created).toMatchObject({ version: '1.0', ...open });
      const replaced = await as.builder.put(pathOf(created.id), created).expect(200);
      expect(replaced.body).toEqual({ ...created, modified_time: expect.any(String) as string });
      const { body } = await as.runner.get('/api/connections/').expect(200);
      const listed = (body as WireBody[]).find(({ id }) => id === created.id)!;
      expect(listed).toEqual(replaced.body);
      const nulls = Object.keys(listed).filter((name) => listed[name] === null);
      const files = ['connection_fileset', 'oracle_wallet'];
      expect(nulls.sort()).toEqual([...files, 'last_discovery_run_date', 'last_discovery_run_id'].sort());
    },
  );

  it.each([
    ['mask_type', { mask_type: 'both' }],
    ['version', { version: '0.9' }],
    ['db_type', { db_type: 'sqlite' }],
    ['name', { name: '' }],
  ])('%s does not change to what it cannot be', async (field, body) => {
    const { id } = await create(bodyOfKind('postgres'));
    const refused = await as.builder.patch(pathOf(id), body).expect(400);
    expect(refused.body).toEqual({ [field]: [expect.any(String)] });
  });

  it('mask_type is `database` where a PUT leaves it out', async () => {
    const { mask_type: _, ...body } = bodyOfKind('postgres');
    const { id, name } = await create(body);
    const replaced = await as.builder.put(pathOf(id), { ...body, name }).expect(200);
    expect(replaced.body).toMatchObject({ mask_type: 'database' });
  });

  it('dynamo_db takes the empty fields that clients send for every database', async () => {
    const fillers = { host: '', user: '', password: '', database: '', schema: '', port: null };
    const created = await create({ ...bodyOfKind('dynamo_db'), ...fillers });
    expect(created).not.toHaveProperty('host');
  });
});
