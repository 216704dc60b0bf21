import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readdir, readFile, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { storageAdapters, type FileFacts, type FileStore } from '../../src/adapters/storage/index.js';
import { contentOf, expectCode, storageContract, type StorageTarget } from './contract/storage.contract.js';
import { mountSmallDisk } from '../support/small-disk.js';
import { storageSettings } from './support/storage-settings.js';

const KIND = 'mounted_share_connection';
const HIDDEN = /\/\.vizard-[^/]+\.part$|^\.vizard-[^/]+\.part$/;
const NO_TRAITS = { contentType: null, mode: null };

const mountsDir = realpathSync(mkdtempSync(join(tmpdir(), 'vizard-mounts-')));
const outside = mkdtempSync(join(tmpdir(), 'vizard-outside-'));
const environment = { mountsDir, allowPublic: false };
const base = join(mountsDir, 'share/data');
const adapter = storageAdapters(environment)[KIND]!;
const settings = storageSettings({ baseDirectory: 'share/data' });

mkdirSync(base, { recursive: true });

afterAll(() => {
  rmSync(mountsDir, { recursive: true, force: true });
  rmSync(outside, { recursive: true, force: true });
});

const target: StorageTarget = {
  ...{ kind: KIND, adapter, environment, settings },
  async put(path, content) {
    await mkdir(dirname(join(base, path)), { recursive: true });
    await writeFile(join(base, path), content);
  },
  get: (path) => readFile(join(base, path)).catch(() => null),
  visible: async () => (await everything()).filter((path) => !HIDDEN.test(path)),
  unfinished: async (folder = '') =>
    (await everything()).filter((path) => path.startsWith(folder) && HIDDEN.test(path)).length,
};

async function everything(): Promise<string[]> {
  return (await readdir(base, { recursive: true })).filter((path) => statSync(join(base, path)).isFile());
}

describe('mounted share', () => {
  storageContract({ target: () => target, sweeps: true, inByteOrder: true });

  describe('beyond the contract', () => {
    let store: FileStore;
    let folder: string;
    let counter = 0;

    beforeEach(async () => {
      folder = `own${(counter += 1)}`;
      mkdirSync(join(base, folder));
      store = await adapter.open({ ...settings, baseDirectory: `share/data/${folder}` }, 'own');
    });

    const at = (path: string): string => join(base, folder, path);

    async function listed(): Promise<FileFacts[]> {
      const found: FileFacts[] = [];
      for await (const facts of store.list({ recurse: true })) {
        found.push(facts);
      }
      return found;
    }

    it('follows links that stay inside, and lists loops, dead ends and links that lead out as unreadable', async () => {
      mkdirSync(at('real'));
      writeFileSync(at('real/in.txt'), 'x');
      writeFileSync(join(outside, 'secret.txt'), 'secret');
      symlinkSync('real', at('inside'));
      symlinkSync('real/in.txt', at('file.txt'));
      symlinkSync('..', at('real/loop'));
      symlinkSync('self', at('self'));
      symlinkSync('nowhere', at('dead'));
      symlinkSync(outside, at('out'));
      symlinkSync(join(outside, 'secret.txt'), at('out.txt'));
      const found = await listed();
      expect(found.filter(({ unreadable }) => unreadable === null).map(({ path }) => path)).toEqual([
        'file.txt',
        'inside/in.txt',
        'real/in.txt',
      ]);
      const reasons = Object.fromEntries(found.map(({ path, unreadable }) => [path, unreadable]));
      expect(reasons).toMatchObject({
        dead: expect.stringContaining('to nothing'),
        'inside/loop': expect.stringContaining('lies in'),
        'real/loop': expect.stringContaining('lies in'),
        self: expect.stringContaining('loop'),
        out: expect.stringContaining('leads out'),
        'out.txt': expect.stringContaining('leads out'),
      });
      await expectCode(store.open('out.txt'), 'bad_path');
      await expectCode(store.open('out/secret.txt'), 'bad_path');
      await expectCode(store.open('self'), 'bad_path');
      expect(await contentOf(await store.open('inside/in.txt'))).toBe('x');
      expect(await store.place('inside/in.txt')).toBe(await store.place('real/in.txt'));
    });

    it('writes through no link that leads out, and replaces a link by the file', async () => {
      symlinkSync(outside, at('out'));
      writeFileSync(join(outside, 'victim.txt'), 'untouched');
      symlinkSync(join(outside, 'victim.txt'), at('link.txt'));
      await expectCode(store.create('out/new.txt', NO_TRAITS), 'bad_path');
      await expectCode(store.create('out/deep/new.txt', NO_TRAITS), 'bad_path');
      expect(existsSync(join(outside, 'deep'))).toBe(false);
      const writer = await store.create('link.txt', NO_TRAITS);
      writer.body.write('new');
      await writer.complete();
      expect(readFileSync(join(outside, 'victim.txt'), 'utf8')).toBe('untouched');
      expect(readFileSync(at('link.txt'), 'utf8')).toBe('new');
    });

    it('refuses a base directory that leads out, is a file or is missing', async () => {
      symlinkSync(outside, join(mountsDir, `out${counter}`));
      writeFileSync(at('file'), 'x');
      const roles = { source: true, destination: false };
      const tried = (baseDirectory: string): Promise<void> =>
        adapter.test(storageSettings({ baseDirectory }), roles);
      await expectCode(tried(`out${counter}`), 'bad_path');
      await expectCode(tried(`share/data/${folder}/file`), 'bad_path');
      expect((await expectCode(tried('share/missing'), 'not_found')).message).toContain('MOUNTS_DIR');
      const nowhere = storageAdapters({ ...environment, mountsDir: join(mountsDir, 'missing') })[KIND]!;
      await expectCode(nowhere.test(storageSettings({}), roles), 'not_found');
    });

    it('keeps permission bits', async () => {
      writeFileSync(at('in.txt'), 'x');
      chmodSync(at('in.txt'), 0o640);
      const { traits, body } = await store.open('in.txt');
      body.destroy();
      const writer = await store.create('out.txt', traits);
      await writer.complete();
      expect(statSync(at('out.txt')).mode & 0o777).toBe(0o640);
    });

    it('tells when a file changes while it is read', async () => {
      writeFileSync(at('grows.txt'), 'x'.repeat(600_000));
      const grows = await store.open('grows.txt');
      const iterator = grows.body[Symbol.asyncIterator]();
      await iterator.next();
      appendFileSync(at('grows.txt'), 'y');
      await expectCode(drain(iterator), 'changed');

      writeFileSync(at('shrinks.txt'), 'x'.repeat(2_000_000));
      const shrinks = await store.open('shrinks.txt');
      const reading = shrinks.body[Symbol.asyncIterator]();
      await reading.next();
      writeFileSync(at('shrinks.txt'), '');
      await expectCode(drain(reading), 'changed');
    });

    it('reads to its end a file that was replaced or removed meanwhile', async () => {
      writeFileSync(at('file.txt'), 'x'.repeat(600_000));
      writeFileSync(at('other.txt'), 'other');
      const { body } = await store.open('file.txt');
      renameSync(at('other.txt'), at('file.txt'));
      expect(await contentOf({ body })).toHaveLength(600_000);
    });

    it('lists folders named like files by what is in them, and opens no folder, pipe or device', async () => {
      mkdirSync(at('data.csv'));
      writeFileSync(at('data.csv/x'), 'x');
      spawnSync('mkfifo', [at('pipe.csv')]);
      const found = await listed();
      expect(found.map(({ path }) => path)).toEqual(['data.csv/x', 'pipe.csv']);
      expect(found[1]?.unreadable).toContain('regular');
      await expectCode(store.open('data.csv'), 'not_a_file');
      await expectCode(store.open('pipe.csv'), 'not_a_file');
      await expectCode(store.open('data.csv/x/y'), 'not_a_file');
      await expectCode(store.create('data.csv', NO_TRAITS), 'not_a_file');
      await expectCode(store.create('data.csv/x/y', NO_TRAITS), 'not_a_file');
      expect(await store.stat('data.csv')).toBeNull();
    });

    it('lists names that are not UTF-8 or hold control characters as unreadable', async () => {
      writeFileSync(Buffer.concat([Buffer.from(at('a')), Buffer.from([0xff, 0x62])]), 'x');
      writeFileSync(at('line\nbreak'), 'x');
      expect((await listed()).map(({ unreadable }) => unreadable)).toEqual([
        expect.stringContaining('UTF-8'),
        expect.stringContaining('control'),
      ]);
    });
  });

  const disk = mountSmallDisk();

  (disk === null ? describe.skip : describe)('on a small disk', () => {
    afterAll(() => {
      disk?.remove();
    });

    it('tells that it is full or read-only, and leaves nothing', async () => {
      const folder = disk?.folder ?? '';
      const small = storageAdapters({ ...environment, mountsDir: folder })[KIND]!;
      const store = await small.open(storageSettings({}), 'own');
      const writer = await store.create('big.bin', NO_TRAITS);
      const written = pipeline(
        Readable.from([Buffer.alloc(1_500_000), Buffer.alloc(1_500_000)]),
        writer.body,
      );
      await expectCode(written, 'no_space');
      await expectCode(writer.complete(), 'no_space');
      expect(await readdir(folder)).toEqual([]);

      await disk?.makeReadOnly();
      await expectCode(store.create('x', NO_TRAITS), 'read_only');
      await small.test(storageSettings({}), { source: true, destination: false });
      const asDestination = small.test(storageSettings({}), { source: false, destination: true });
      expect((await expectCode(asDestination, 'read_only')).message).toContain('cannot be written');
    });
  });
});

async function drain(iterator: AsyncIterator<unknown>): Promise<void> {
  for (let step = await iterator.next(); step.done !== true; step = await iterator.next()) {
    // What is read does not matter.
  }
}
