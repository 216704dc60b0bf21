import { InvalidInputError } from '../../common/errors/domain-error.js';
import { DATABASE_KINDS } from '../connection-kinds.js';
import { readConnectionBody } from './connection-body.js';

const POSTGRES = {
  name: 'crm',
  db_type: 'postgres',
  host: 'db.example.com',
  port: 5432,
  database: 'crm',
  user: 'masking',
  dbpassword: 'pw',
};

const fieldsOf = (body: unknown): unknown => {
  try {
    readConnectionBody(body);
    return null;
  } catch (error) {
    return error instanceof InvalidInputError ? (error.fields ?? error.message) : error;
  }
};

describe('readConnectionBody', () => {
  it('parts settings from secrets and fills in defaults', () => {
    const input = readConnectionBody(POSTGRES);
    expect(input.secrets).toEqual({ password: 'pw' });
    expect(input.settings).toEqual({
      host: 'db.example.com',
      port: 5432,
      database: 'crm',
      user: 'masking',
      schema: '',
      isReadOnly: false,
      engineOptions: {},
      options: {},
    });
  });

  it('takes `password` for `dbpassword` (decision D10)', () => {
    const { dbpassword, ...others } = POSTGRES;
    expect(readConnectionBody({ ...others, password: dbpassword }).secrets).toEqual({ password: 'pw' });
  });

  it.each([5432, '5432', ' 5432 '])('takes the port %p', (port) => {
    expect(readConnectionBody({ ...POSTGRES, port }).settings).toMatchObject({ port: 5432 });
  });

  it.each([0, 65_536, -1, 1.5, '5432x', '', true, '0x10', [5432]])('refuses the port %p', (port) => {
    expect(fieldsOf({ ...POSTGRES, port })).toEqual({ port: ['Must be a port number from 1 to 65535.'] });
  });

  it('takes null for absent', () => {
    const input = readConnectionBody({
      ...POSTGRES,
      schema: null,
      connection_fileset: null,
      is_read_only: null,
    });
    expect(input.settings).toMatchObject({ schema: '', isReadOnly: false });
  });

  it('passes over fields that the kind does not have', () => {
    const { settings } = readConnectionBody({
      ...POSTGRES,
      id: 'x',
      bucket: 'b',
      last_discovery_run_id: '1',
    });
    expect(Object.keys(settings)).not.toEqual(expect.arrayContaining(['bucket']));
    expect(Object.keys(settings)).not.toEqual(expect.arrayContaining(['id']));
  });

  it('names every fault at once', () => {
    expect(fieldsOf({ db_type: 'postgres', port: 'x', is_read_only: 'yes', options: [] })).toEqual({
      name: ['This field is required.'],
      host: ['This field is required.'],
      port: ['Must be a port number from 1 to 65535.'],
      database: ['This field is required.'],
      user: ['This field is required.'],
      is_read_only: ['Must be true or false.'],
      options: ['Must be an object.'],
    });
  });

  it('refuses fields that no kind has, and takes what replies show and what other kinds have', () => {
    const share = { name: 'x', type: 'mounted_share_connection' };
    expect(fieldsOf({ ...share, base_directry: 'exports' })).toEqual({
      base_directry: ['This field is not known. Did you mean "base_directory"?'],
    });
    const shown = { id: '1', created_time: 'x', password_encrypted: 'x', oracle_wallet: 'x', host: 'x' };
    expect(readConnectionBody({ ...share, ...shown, bucket: 'x', last_discovery_run_id: '3' })).toMatchObject(
      {
        settings: { baseDirectory: '' },
      },
    );
  });

  it('lists the known kinds when the kind is unknown', () => {
    expect(fieldsOf({ ...POSTGRES, db_type: 'sqlite' })).toEqual({
      db_type: [expect.stringContaining('postgres, mysql, oracle')],
    });
    expect(fieldsOf({ name: 'x', type: 'ftp_connection' })).toEqual({
      type: [expect.stringContaining('s3_connection')],
    });
    expect(fieldsOf({ name: 'x' })).toEqual({ db_type: ['This field is required.'] });
    expect(fieldsOf({ name: 'x', mask_type: 'file' })).toEqual({ type: ['This field is required.'] });
  });

  it('refuses a mask type that does not fit the kind', () => {
    expect(fieldsOf({ ...POSTGRES, mask_type: 'file', type: 's3_connection', bucket: 'b' })).toBeNull();
    expect(
      fieldsOf({ name: 'x', type: 's3_connection', bucket: 'b', mask_type: 'database', db_type: 'postgres' }),
    ).toMatchObject({
      host: ['This field is required.'],
    });
    expect(fieldsOf({ ...POSTGRES, mask_type: 'both' })).toHaveProperty('mask_type');
  });

  it.each(['', '   ', 'a\nb', 'a\tb', 'x'.repeat(256), 'a\0b', '\ud800', 5, {}])(
    'refuses the name %p',
    (name) => {
      expect(fieldsOf({ ...POSTGRES, name })).toHaveProperty('name');
    },
  );

  it.each([
    '"; DROP TABLE connection; --',
    '../../etc/passwd',
    '<script>',
    'größer 😀',
    'x'.repeat(255),
    '__proto__',
  ])('takes the name %p', (name) => {
    expect(readConnectionBody({ ...POSTGRES, name }).name).toBe(name);
  });

  it('seals engine options that are named like secrets', () => {
    const input = readConnectionBody({ ...POSTGRES, engine_options: { ssl: 'verify-full', key: 'PEM' } });
    expect(input.settings).toMatchObject({ engineOptions: { ssl: 'verify-full' } });
    expect(JSON.stringify(input.settings)).not.toContain('PEM');
    expect(input.secrets.engineOptions).toBe('{"key":"PEM"}');
  });

  it('seals a wallet among the engine options, which holds a private key', () => {
    const oracle = { ...POSTGRES, db_type: 'oracle', engine_options: { ssl: true, wallet: 'PEM' } };
    const input = readConnectionBody(oracle);
    expect(input.settings).toMatchObject({ engineOptions: { ssl: true } });
    expect(JSON.stringify(input.settings)).not.toContain('PEM');
    expect(input.secrets.engineOptions).toBe('{"wallet":"PEM"}');
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the field name %s', (name) => {
    const body: unknown = JSON.parse(JSON.stringify(POSTGRES).replace('{', `{"${name}":{"host":"evil"},`));
    expect(fieldsOf(body)).toEqual({ [name]: ['A field may not have this name.'] });
  });

  it.each([[[]], [null], ['text'], [7]])('refuses the body %j', (body) => {
    expect(fieldsOf(body)).toBe('The body must be a JSON object.');
  });

  it.each(DATABASE_KINDS.map((kind) => [kind]))(
    'takes the kind %s with the fields its clients send',
    (kind) => {
      const all = {
        ...POSTGRES,
        db_type: kind,
        server_hostname: 'h',
        http_path: '/p',
        access_token: 't',
        catalog: 'c',
        linked_server: 'l',
      };
      expect(readConnectionBody(all).kind).toBe(kind);
    },
  );

  it.each([
    [{ selection: 'use_source' }, true],
    [{ selection: 'account_managed', kms_key_id: 'k' }, true],
    [{ selection: 'account_managed' }, false],
    [{ selection: 'aws_managed', kms_key_id: 'k' }, false],
    [{ selection: 'none' }, false],
    [{ selection: 'use_source', other: 1 }, false],
  ])('judges the encryption %j of DynamoDB', (dynamo_default_sse, fine) => {
    expect(fieldsOf({ name: 'd', db_type: 'dynamo_db', port: null, dynamo_default_sse }) === null).toBe(fine);
  });
});
