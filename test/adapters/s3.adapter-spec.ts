import { once } from 'node:events';

import {
  storageAdapters,
  type FileFacts,
  type FileStore,
  type StorageError,
  type StorageErrorCode,
  type StorageSettings,
} from '../../src/adapters/storage/index.js';
import { ROLE_ARN, S3Server, type Trouble } from '../support/s3-server.js';
import { contentOf, expectCode, storageContract, type StorageTarget } from './contract/storage.contract.js';
import { storageSettings } from './support/storage-settings.js';

const KIND = 's3_connection';
const BUCKET = 'masked-files';
const PREFIX = 'base/dir/';
const NO_TRAITS = { contentType: null, mode: null };
const BOTH = { source: true, destination: true };
const environment = { mountsDir: '/nowhere', allowPublic: false };
const adapter = storageAdapters(environment)[KIND]!;
const trusting = storageAdapters({ ...environment, allowPublic: true })[KIND]!;
const BIG = Buffer.alloc(20_000_000, 'x');

describe('S3', () => {
  let server: S3Server;
  let settings: StorageSettings;
  let target: StorageTarget;

  beforeAll(async () => {
    server = await S3Server.start(BUCKET);
    settings = storageSettings({
      baseDirectory: 'base/dir',
      bucket: BUCKET,
      endpoint: server.endpoint,
      forcePathStyle: true,
      accessKeyId: 'test-key',
      secretAccessKey: 'test-secret',
    });
    target = {
      ...{ kind: KIND, adapter, environment, settings },
      put: (path, content, contentType = 'text/plain') => {
        server.bucket.put(PREFIX + path, content, { contentType, encryption: '', keyId: '' });
        return Promise.resolve();
      },
      get: (path) => Promise.resolve(server.bucket.objects.get(PREFIX + path)?.content ?? null),
      visible: () => Promise.resolve(server.bucket.keys('').map((key) => key.slice(PREFIX.length))),
      unfinished: (folder = '') => {
        const keys = [...server.bucket.uploads.values()].map(({ key }) => key);
        return Promise.resolve(keys.filter((key) => key.startsWith(PREFIX + folder)).length);
      },
    };
  });

  afterAll(async () => {
    await server.stop();
  });

  storageContract({ target: () => target, sweeps: true, inByteOrder: true });

  describe('beyond the contract', () => {
    let store: FileStore;

    beforeEach(async () => {
      store = await adapter.open(settings, 'own');
    });

    afterEach(async () => {
      server.troubles = [];
      await store.close();
    });

    const trouble = (how: string, times: number, strikes: Trouble['strikes']): void => {
      server.troubles.push({ how, times, strikes });
    };
    const isGet: Trouble['strikes'] = ({ method, key }) => method === 'GET' && key !== '';

    async function listed(): Promise<FileFacts[]> {
      const found: FileFacts[] = [];
      for await (const facts of store.list({ recurse: true })) {
        found.push(facts);
      }
      return found;
    }

    it('turns pages of a long list, and passes markers of folders over', async () => {
      const traits = { contentType: '', encryption: '', keyId: '' };
      for (let number = 0; number < 2_345; number += 1) {
        server.bucket.put(`${PREFIX}many/${number}`, Buffer.from('x'), traits);
      }
      server.bucket.put(`${PREFIX}many/`, Buffer.alloc(0), traits);
      server.bucket.put(PREFIX, Buffer.alloc(0), traits);
      server.bucket.put('base/dirty/other', Buffer.alloc(0), traits);
      const paths = (await listed()).map(({ path }) => path);
      expect(paths.filter((path) => path.startsWith('many/'))).toHaveLength(2_345);
      expect(paths).not.toContain('many/');
      expect(paths.filter((path) => path.includes('other'))).toEqual([]);
      for (const key of server.bucket.keys(`${PREFIX}many/`)) {
        server.bucket.objects.delete(key);
      }
    });

    it('lists names that cannot be paths elsewhere as unreadable', async () => {
      await target.put('odd/a//b', Buffer.from('x'));
      await target.put('odd/../c', Buffer.from('x'));
      await target.put('odd/\u0001', Buffer.from('x'));
      const found = (await listed()).filter(({ path }) => path.startsWith('odd/'));
      expect(found).toHaveLength(3);
      expect(found.every(({ unreadable }) => unreadable !== null)).toBe(true);
    });

    it('lists archived objects as unreadable until they are restored', async () => {
      await target.put('cold.csv', Buffer.from('x'));
      const object = server.bucket.objects.get(`${PREFIX}cold.csv`)!;
      object.storageClass = 'GLACIER';
      expect((await store.stat('cold.csv'))?.unreadable).toContain('archived');
      expect((await listed()).find(({ path }) => path === 'cold.csv')?.unreadable).toContain('archived');
      expect((await expectCode(store.open('cold.csv'), 'unsupported')).message).toContain('archived');
      object.restored = true;
      expect((await store.stat('cold.csv'))?.unreadable).toBeNull();
      expect((await listed()).find(({ path }) => path === 'cold.csv')?.unreadable).toBeNull();
      expect(await contentOf(await store.open('cold.csv'))).toBe('x');
    });

    it('keeps content type and the key of encryption, in one piece and in parts', async () => {
      const traits = { contentType: 'text/csv', encryption: 'aws:kms', keyId: 'arn:aws:kms:key/1' };
      server.bucket.put(`${PREFIX}in.csv`, Buffer.from('x'), traits);
      const opened = await store.open('in.csv');
      opened.body.destroy();
      for (const content of [Buffer.from('y'), BIG]) {
        const writer = await store.create('out.csv', opened.traits);
        writer.body.end(content);
        await writer.complete();
        expect(server.bucket.objects.get(`${PREFIX}out.csv`)).toMatchObject(traits);
      }
    });

    it('goes on where a connection broke, with the same version', async () => {
      await target.put('big.bin', BIG);
      trouble('cut', 3, isGet);
      expect(await contentOf(await store.open('big.bin'))).toHaveLength(BIG.length);
    });

    it('tells when the file changed before it could go on', async () => {
      await target.put('big.bin', BIG);
      trouble('cut', 1, isGet);
      const { body } = await store.open('big.bin');
      await once(body, 'readable');
      await target.put('big.bin', Buffer.from('another'));
      await expectCode(contentOf({ body }), 'changed');
    });

    it('survives passing trouble', async () => {
      trouble('SlowDown', 2, () => true);
      trouble('InternalError', 1, ({ query }) => query.has('partNumber'));
      const writer = await store.create('slow.bin', NO_TRAITS);
      writer.body.end(BIG);
      await writer.complete();
      expect((await target.get('slow.bin'))?.equals(BIG)).toBe(true);
    });

    it('gives up after some attempts, and leaves nothing', async () => {
      trouble('SlowDown', 99, ({ query }) => query.get('partNumber') === '2');
      const writer = await store.create('never.bin', NO_TRAITS);
      writer.body.end(BIG);
      const fault = await expectCode(writer.complete(), 'slow_down');
      expect(fault.transient).toBe(true);
      expect(server.bucket.uploads.size).toBe(0);
      expect(await target.get('never.bin')).toBeNull();
    });

    it('knows that it is done when only the answer of the last request was lost', async () => {
      trouble('lost', 1, ({ method, query }) => method === 'POST' && query.has('uploadId'));
      const writer = await store.create('lost.bin', NO_TRAITS);
      writer.body.end(BIG);
      await writer.complete();
      expect((await target.get('lost.bin'))?.equals(BIG)).toBe(true);
    });

    it('does not take a file for its own that someone else wrote', async () => {
      trouble('NoSuchUpload', 1, ({ method, query }) => method === 'POST' && query.has('uploadId'));
      await target.put('theirs.bin', Buffer.from('theirs'));
      const writer = await store.create('theirs.bin', NO_TRAITS);
      writer.body.end(BIG);
      await expectCode(writer.complete(), 'failed');
      expect((await target.get('theirs.bin'))?.toString()).toBe('theirs');
    });

    it("leaves other people's unfinished uploads alone", async () => {
      const traits = { contentType: '', encryption: '', keyId: '' };
      const theirs = server.bucket.begin(`${PREFIX}theirs.bin`, traits);
      theirs.parts.set(1, Buffer.alloc(8 * 1_024 * 1_024));
      const empty = server.bucket.begin(`${PREFIX}empty.bin`, traits);
      expect(await store.sweep('own', ['own.bin'])).toBe(0);
      server.bucket.uploads.delete(theirs.id);
      server.bucket.uploads.delete(empty.id);
    });

    it('drops an upload that was killed before its first part had arrived, where it is known whose it is', async () => {
      const traits = { contentType: '', encryption: '', keyId: '' };
      server.bucket.begin(`${PREFIX}begun.bin`, traits);
      expect(await store.sweep('own', ['begun.bin.other'])).toBe(0);
      expect(await store.sweep('own', ['begun.bin'])).toBe(1);
      expect(server.bucket.uploads.size).toBe(0);
    });

    it.each([
      [1, 'written'],
      [99, 'unreachable'],
    ])('leaves no second upload where %d answers to the first request are lost', async (times, outcome) => {
      trouble('lost', times, ({ method, query }) => method === 'POST' && query.has('uploads'));
      const writer = await store.create('twice.bin', NO_TRAITS);
      writer.body.end(BIG);
      const came = await writer.complete().then(
        () => 'written',
        (fault: unknown) => (fault as StorageError).code,
      );
      expect([came, server.bucket.uploads.size]).toEqual([outcome, 0]);
    });

    it('tells that parts may be left where they cannot be dropped', async () => {
      const writer = await store.create('stays.bin', NO_TRAITS);
      writer.body.write(BIG);
      await once(writer.body, 'drain');
      trouble('AccessDenied', 99, ({ method }) => method === 'DELETE');
      expect([await writer.abandon(), await writer.abandon()]).toEqual([false, false]);
      server.troubles = [];
      expect(await store.sweep('own', [])).toBe(1);
    });

    it('takes a role on, with the key of the connection', async () => {
      const asRole = await adapter.open({ ...settings, iamRoleArn: ROLE_ARN }, 'own');
      expect(await asRole.stat('missing')).toBeNull();
      const last = server.requests.at(-1);
      expect(last?.headers.authorization).toContain('Credential=role-key/');
      expect(last?.headers['x-amz-security-token']).toBe('role-token');
      await asRole.close();
      const other = adapter.test({ ...settings, iamRoleArn: `${ROLE_ARN}2` }, BOTH);
      await expectCode(other, 'denied');
    });

    it('sends a session token', async () => {
      server.keys.set('temporary', { secret: 's', token: 't' });
      const temporary = { ...settings, accessKeyId: 'temporary', secretAccessKey: 's' };
      await adapter.test({ ...temporary, sessionToken: 't' }, BOTH);
      await expectCode(adapter.test(temporary, BOTH), 'expired_credentials');
    });
  });

  describe('testing', () => {
    const source = { source: true, destination: false };

    it.each<[string, Partial<StorageSettings>, StorageErrorCode]>([
      ['a bucket that is not there', { bucket: 'missing-bucket' }, 'not_found'],
      ['a key that is not known', { accessKeyId: 'other-key' }, 'denied'],
      ['a wrong secret', { secretAccessKey: 'other-secret' }, 'denied'],
      ['a bucket name with a way out', { bucket: '../other' }, 'bad_settings'],
      ['an endpoint that is none', { endpoint: 'nonsense' }, 'bad_settings'],
      ['an endpoint with a user', { endpoint: 'http://u:p@127.0.0.1' }, 'bad_settings'],
      ['an endpoint of the link-local network', { endpoint: 'http://169.254.169.254' }, 'bad_settings'],
      ['the same in another form', { endpoint: 'http://[::ffff:a9fe:a9fe]:80' }, 'bad_settings'],
      ['a server that is not there', { endpoint: 'http://127.0.0.1:9' }, 'unreachable'],
      ['a name that is not there', { endpoint: 'http://no-such-host.invalid' }, 'unreachable'],
    ])('says what is wrong: %s', async (_, changes, code) => {
      const fault = await expectCode(adapter.test({ ...settings, ...changes }, source), code);
      expect(fault.message).not.toMatch(/other|nonsense|\b169\b/);
    });

    it('tells expired credentials', async () => {
      server.keys.set('old-key', { secret: 'test-secret', isExpired: true });
      const expired = adapter.test({ ...settings, accessKeyId: 'old-key' }, source);
      await expectCode(expired, 'expired_credentials');
    });

    it('asks destinations for the right to write, and sources not', async () => {
      server.troubles = [{ how: 'AccessDenied', times: 1, strikes: ({ method }) => method === 'POST' }];
      await adapter.test(settings, source);
      const fault = await expectCode(adapter.test(settings, BOTH), 'denied');
      expect(fault.message).toContain('cannot be written');
      server.troubles = [];
      expect(server.bucket.uploads.size).toBe(0);
    });

    it.each<[string, () => void]>([
      ['a setting is off', () => (server.bucket.accessBlock = [true, true, false, true])],
      ['the settings are missing', () => (server.bucket.accessBlock = null)],
      ['the policy is public', () => (server.bucket.isPolicyPublic = true)],
      ['a grant is public', () => (server.bucket.isGrantedToAll = true)],
    ])('refuses a bucket where %s, unless that is allowed', async (_, make) => {
      make();
      const fault = await expectCode(adapter.test(settings, source), 'public');
      expect(fault.message).toContain('STORAGE_ALLOW_PUBLIC');
      await expectCode(adapter.open(settings, 'own'), 'public');
      await trusting.test(settings, BOTH);
      Object.assign(server.bucket, {
        accessBlock: [true, true, true, true],
        isPolicyPublic: null,
        isGrantedToAll: false,
      });
    });

    it('lets policy and grants decide on servers without the four settings', async () => {
      const times = 99;
      const strikes: Trouble['strikes'] = ({ query }) => query.has('publicAccessBlock');
      server.troubles = [{ how: 'NotImplemented', times, strikes }];
      await adapter.test(settings, BOTH);
      server.bucket.isPolicyPublic = true;
      await expectCode(adapter.test(settings, BOTH), 'public');
      server.bucket.isPolicyPublic = null;
      server.troubles = [
        { how: 'NotImplemented', times, strikes: ({ query }) => query.size > 0 && !query.has('list-type') },
      ];
      await expectCode(adapter.test(settings, source), 'public');
      server.troubles = [{ how: 'AccessDenied', times, strikes }];
      expect((await expectCode(adapter.test(settings, source), 'denied')).message).toContain('s3:Get');
      server.troubles = [];
    });
  });
});
