import { AccountSASPermissions, BlobServiceClient, type ContainerClient } from '@azure/storage-blob';

import {
  storageAdapters,
  type FileFacts,
  type FileStore,
  type StorageErrorCode,
  type StorageSettings,
} from '../../src/adapters/storage/index.js';
import { startAzurite, type Azurite } from '../support/azurite.js';
import { contentOf, expectCode, storageContract, type StorageTarget } from './contract/storage.contract.js';
import { storageSettings } from './support/storage-settings.js';

const KIND = 'azure_blob_connection';
const CONTAINER = 'masked-files';
const PREFIX = 'base/dir/';
const BOTH = { source: true, destination: true };
const NO_TRAITS = { contentType: null, mode: null };
const environment = { mountsDir: '/nowhere', allowPublic: false };
const adapter = storageAdapters(environment)[KIND]!;
const trusting = storageAdapters({ ...environment, allowPublic: true })[KIND]!;

describe('Azure Blob', () => {
  let azurite: Azurite;
  let service: BlobServiceClient;
  let container: ContainerClient;
  let settings: StorageSettings;
  let target: StorageTarget;

  beforeAll(async () => {
    azurite = await startAzurite();
    service = BlobServiceClient.fromConnectionString(azurite.connectionString);
    container = service.getContainerClient(CONTAINER);
    await container.create();
    settings = storageSettings({
      baseDirectory: 'base/dir',
      container: CONTAINER,
      connectionString: azurite.connectionString,
    });
    target = {
      ...{ kind: KIND, adapter, environment, settings },
      async put(path, content, contentType = 'text/plain') {
        const blobHTTPHeaders = { blobContentType: contentType };
        const blob = container.getBlockBlobClient(PREFIX + path);
        await blob.upload(content, content.length, { blobHTTPHeaders });
      },
      get: (path) =>
        container
          .getBlobClient(PREFIX + path)
          .downloadToBuffer()
          .catch(() => null),
      visible: () => namesOf(false),
      async unfinished(folder = '') {
        let found = 0;
        for (const name of (await namesOf(true)).filter((each) => each.startsWith(folder))) {
          const list = await container.getBlockBlobClient(PREFIX + name).getBlockList('uncommitted');
          found += (list.uncommittedBlocks ?? []).length > 0 ? 1 : 0;
        }
        return found;
      },
    };
  });

  afterAll(async () => {
    await azurite.stop();
  });

  async function namesOf(includeUncommitedBlobs: boolean): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of container.listBlobsFlat({ includeUncommitedBlobs })) {
      names.push(name.slice(PREFIX.length));
    }
    return names;
  }

  storageContract({ target: () => target, sweeps: false, inByteOrder: false });

  describe('beyond the contract', () => {
    let store: FileStore;

    beforeEach(async () => {
      store = await adapter.open(settings, 'own');
    });

    afterEach(async () => {
      await store.close();
    });

    async function listed(): Promise<FileFacts[]> {
      const found: FileFacts[] = [];
      for await (const facts of store.list({ recurse: true })) {
        found.push(facts);
      }
      return found;
    }

    it('lists archived blobs as unreadable', async () => {
      await target.put('cold.csv', Buffer.from('x'));
      await container.getBlobClient(`${PREFIX}cold.csv`).setAccessTier('Archive');
      expect((await store.stat('cold.csv'))?.unreadable).toContain('archived');
      expect((await listed()).find(({ path }) => path === 'cold.csv')?.unreadable).toContain('archived');
      await expectCode(store.open('cold.csv'), 'unsupported');
    });

    it('passes folders of accounts with a hierarchy over', async () => {
      const metadata = { hdi_isfolder: 'true' };
      await container.getBlockBlobClient(`${PREFIX}folder`).upload('', 0, { metadata });
      expect((await listed()).map(({ path }) => path)).not.toContain('folder');
    });

    it('keeps the content type, in one piece and in blocks', async () => {
      const traits = { contentType: 'text/csv', mode: null };
      for (const size of [10, 9_000_000]) {
        const writer = await store.create('out.csv', traits);
        writer.body.end(Buffer.alloc(size));
        await writer.complete();
        expect((await container.getBlobClient(`${PREFIX}out.csv`).getProperties()).contentType).toBe(
          'text/csv',
        );
      }
    });

    it('refuses a backslash, which would come out as a slash', async () => {
      await expectCode(store.create('a\\b', NO_TRAITS), 'bad_path');
    });

    it('writes over no blob of another type and over none that is leased', async () => {
      await container.getAppendBlobClient(`${PREFIX}log.txt`).create();
      const log = await store.create('log.txt', NO_TRAITS);
      log.body.end('x'.repeat(9_000_000));
      await expectCode(log.complete(), 'unsupported');

      await target.put('leased.txt', Buffer.from('theirs'));
      const lease = container.getBlobClient(`${PREFIX}leased.txt`).getBlobLeaseClient();
      await lease.acquireLease(-1);
      const writer = await store.create('leased.txt', NO_TRAITS);
      writer.body.end('x');
      await expectCode(writer.complete(), 'denied');
      expect((await target.get('leased.txt'))?.toString()).toBe('theirs');
      await lease.releaseLease();
    });

    it('tells when a file changed between two reads of it', async () => {
      await target.put('file.txt', Buffer.from('0123456789'));
      const version = (await store.stat('file.txt'))?.version ?? '';
      expect(await contentOf(await store.open('file.txt', { version, range: { start: 0, end: 5 } }))).toBe(
        '01234',
      );
      await target.put('file.txt', Buffer.from('9876543210'));
      await expectCode(store.open('file.txt', { version, range: { start: 5, end: 10 } }), 'changed');
    });
  });

  describe('testing', () => {
    const withSignature = (expiresOn: Date, permissions: string): string => {
      const url = new URL(
        service.generateAccountSasUrl(expiresOn, AccountSASPermissions.parse(permissions), 'sco'),
      );
      return `BlobEndpoint=${url.origin}${url.pathname};SharedAccessSignature=${url.search.slice(1)}`;
    };
    const inAnHour = new Date(Date.now() + 3_600_000);
    const anHourAgo = new Date(Date.now() - 3_600_000);

    it.each<[string, (good: StorageSettings) => Partial<StorageSettings>, StorageErrorCode]>([
      ['a container that is not there', () => ({ container: 'missing' }), 'not_found'],
      ['a container name with a way out', () => ({ container: '../x' }), 'bad_settings'],
      ['no connection string', () => ({ connectionString: '' }), 'bad_settings'],
      ['a connection string that is none', () => ({ connectionString: 'nonsense' }), 'bad_settings'],
      [
        'a connection string of nothing that is known',
        () => ({ connectionString: 'DefaultEndpointsProtocol=https;AccountName=other' }),
        'bad_settings',
      ],
      [
        'a wrong key',
        (good) => ({ connectionString: good.connectionString.replace('Eby8', 'AAAA') }),
        'denied',
      ],
      [
        'a link-local address',
        (good) => ({
          connectionString: good.connectionString.replace(/127\.0\.0\.1:\d+/, '169.254.169.254'),
        }),
        'bad_settings',
      ],
      [
        'a server that is not there',
        (good) => ({ connectionString: good.connectionString.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:9') }),
        'unreachable',
      ],
    ])('says what is wrong: %s', async (_, changes, code) => {
      const tried = adapter.test({ ...settings, ...changes(settings) }, BOTH);
      expect((await expectCode(tried, code)).message).not.toMatch(/nonsense|other|AAAA|Key=/);
    });

    it('works with a shared access signature, as far as its rights go', async () => {
      const full = { ...settings, connectionString: withSignature(inAnHour, 'rwdlac') };
      await adapter.test(full, BOTH);
      const readOnly = { ...settings, connectionString: withSignature(inAnHour, 'rl') };
      await adapter.test(readOnly, { source: true, destination: false });
      expect((await expectCode(adapter.test(readOnly, BOTH), 'denied')).message).toContain(
        'cannot be written',
      );
      const expired = { ...settings, connectionString: withSignature(anHourAgo, 'rwdlac') };
      await expectCode(adapter.test(expired, BOTH), 'expired_credentials');
    });

    it.each(['blob', 'container'] as const)(
      'refuses a container of the access level %s, unless that is allowed',
      async (level) => {
        await container.setAccessPolicy(level);
        const fault = await expectCode(adapter.test(settings, BOTH), 'public');
        expect(fault.message).toContain('STORAGE_ALLOW_PUBLIC');
        await expectCode(adapter.open(settings, 'own'), 'public');
        await trusting.test(settings, BOTH);
        await container.setAccessPolicy(undefined);
        await adapter.test(settings, BOTH);
      },
    );
  });
});
