import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type {
  FileFacts,
  FileStore,
  FileTraits,
  StorageAdapter,
  StorageEnvironment,
  StorageErrorCode,
  StorageSettings,
} from '../../../src/adapters/storage/index.js';
import { StorageError } from '../../../src/adapters/storage/index.js';
import { Program } from '../../support/program.js';

/** A real storage, and a way to it that is not the adapter's. Paths are relative to the base directory. */
export interface StorageTarget {
  readonly kind: string;
  readonly adapter: StorageAdapter;
  readonly environment: StorageEnvironment;
  readonly settings: StorageSettings;
  put(path: string, content: Buffer, contentType?: string): Promise<void>;
  get(path: string): Promise<Buffer | null>;
  /** What anybody sees, all the names; hidden ones of our own not. */
  visible(): Promise<string[]>;
  /** Unfinished files, uploads or parts in a folder and below, however hidden. */
  unfinished(folder?: string): Promise<number>;
}

export interface StorageContract {
  readonly target: () => StorageTarget;
  /** False: what was never finished is invisible, and the storage itself drops it in time. */
  readonly sweeps: boolean;
  /** False: paths come in an order of the storage's own. */
  readonly inByteOrder: boolean;
}

const NO_TRAITS: FileTraits = { contentType: null, mode: null };
const OWNER = 'run-7-4711';
/** More than one part of any storage, and not a round number. */
const BIG = 30 * 1_024 * 1_024 + 12_345;

/** What every storage promises, on a real one. */
export function storageContract({ target, sweeps, inByteOrder }: StorageContract): void {
  let store: FileStore;
  let counter = 0;
  const fresh = (): string => `t${(counter += 1)}`;
  const bytes = (text: string): Buffer => Buffer.from(text);

  beforeAll(async () => {
    store = await target().adapter.open(target().settings, OWNER);
  });

  afterAll(async () => {
    await store.close();
  });

  async function write(path: string, content: Buffer, traits = NO_TRAITS): Promise<void> {
    const writer = await store.create(path, traits);
    await pipeline(Readable.from(piecesOf(content)), writer.body);
    await writer.complete();
  }

  async function listed(folder: string, recurse = true): Promise<FileFacts[]> {
    const found: FileFacts[] = [];
    for await (const facts of store.list({ recurse })) {
      if (folder === '' || facts.path.startsWith(`${folder}/`)) {
        found.push(facts);
      }
    }
    return found;
  }

  describe('testing', () => {
    it.each([
      { source: true, destination: false },
      { source: false, destination: true },
      { source: true, destination: true },
    ])('works for %j and leaves nothing', async (roles) => {
      const before = await target().visible();
      await target().adapter.test(target().settings, roles);
      expect(await target().visible()).toEqual(before);
      expect(await target().unfinished()).toBe(0);
    });

    it.each(['../up', 'a/../../b', 'a//b', 'a\0b', './a'])(
      'refuses the base directory %j',
      async (baseDirectory) => {
        const roles = { source: true, destination: false };
        const tried = target().adapter.test({ ...target().settings, baseDirectory }, roles);
        await expectCode(tried, 'bad_path');
      },
    );
  });

  describe('writing', () => {
    it.each([0, 1, 70_000, BIG])('shows %d bytes as they are, and all at once', async (size) => {
      const path = `${fresh()}/deep/er/file.bin`;
      const content = patternOf(size);
      const writer = await store.create(path, NO_TRAITS);
      await pipeline(Readable.from(piecesOf(content)), writer.body);
      expect(await target().visible()).not.toContain(path);
      expect(await store.stat(path)).toBeNull();
      await writer.complete();
      expect(digest(await target().get(path))).toBe(digest(content));
      expect(await store.stat(path)).toMatchObject({ path, size, unreadable: null });
      expect(await target().unfinished(path.split('/')[0])).toBe(0);
    });

    it('replaces an older file in one step', async () => {
      const path = `${fresh()}/file.txt`;
      await target().put(path, bytes('old'));
      const writer = await store.create(path, NO_TRAITS);
      writer.body.write('new and longer');
      expect((await target().get(path))?.toString()).toBe('old');
      await writer.complete();
      expect((await target().get(path))?.toString()).toBe('new and longer');
    });

    it.each([10, BIG])('leaves nothing of %d abandoned bytes', async (size) => {
      const path = `${fresh()}/file.txt`;
      const writer = await store.create(path, NO_TRAITS);
      await pipeline(Readable.from(piecesOf(patternOf(size))), writer.body);
      await writer.abandon();
      await writer.abandon();
      expect(await target().get(path)).toBeNull();
      expect(sweeps ? await target().unfinished() : 0).toBe(0);
      expect(await target().visible()).not.toContain(path);
    });

    it('ends the body by itself, and forgets abandoning after completing', async () => {
      const path = `${fresh()}/file.txt`;
      const writer = await store.create(path, NO_TRAITS);
      writer.body.write('x');
      await writer.complete();
      await writer.abandon();
      expect((await target().get(path))?.toString()).toBe('x');
    });

    it.each(['../x', 'a/../x', '/x', 'a//x', '.', 'a/', '', 'a\nb', 'x'.repeat(1_100)])(
      'refuses the path %j',
      async (path) => {
        await expectCode(store.create(path, NO_TRAITS), 'bad_path');
        await expectCode(store.open(path), 'bad_path');
        await expectCode(store.stat(path), 'bad_path');
      },
    );

    it.each(['Größe 😀.csv', 'a b+c&d=e%20.csv', "it's (1) [x]{y}.csv", '~!@#$^;,`.csv', 'naïve.csv'])(
      'takes the name %s',
      async (name) => {
        const path = `${fresh()}/${name}`;
        await write(path, bytes('x'));
        expect((await target().get(path))?.toString()).toBe('x');
        expect((await listed(path.split('/')[0] ?? '')).map((facts) => facts.path)).toEqual([path]);
        expect(await contentOf(await store.open(path))).toBe('x');
      },
    );
  });

  describe('listing', () => {
    it('gives everything in order of paths, with size and version', async () => {
      const folder = fresh();
      const names = ['a.txt', 'a/b.txt', 'a/b/c.txt', 'a0.txt', 'B.txt', 'ä.txt', '😀.txt', '￼.txt', 'z/'];
      for (const name of names.filter((each) => !each.endsWith('/'))) {
        await target().put(`${folder}/${name}`, bytes(name));
      }
      const found = await listed(folder);
      const expected = ['B.txt', 'a.txt', 'a/b.txt', 'a/b/c.txt', 'a0.txt', 'ä.txt', '￼.txt', '😀.txt'];
      const paths = found.map(({ path }) => path.slice(folder.length + 1));
      expect(inByteOrder ? paths : paths.sort()).toEqual(inByteOrder ? expected : expected.sort());
      for (const facts of found) {
        expect(facts.size).toBe(Buffer.byteLength(facts.path.slice(folder.length + 1)));
        expect(facts).toEqual(await store.stat(facts.path));
      }
    });

    it('stays in the folder unless told otherwise', async () => {
      await target().put('top.txt', bytes('x'));
      await target().put(`${fresh()}/below.txt`, bytes('x'));
      const paths = (await listed('', false)).map(({ path }) => path);
      expect(paths).toContain('top.txt');
      expect(paths.filter((path) => path.includes('/'))).toEqual([]);
    });

    it('leaves out what is being written', async () => {
      const folder = fresh();
      const writer = await store.create(`${folder}/file.txt`, NO_TRAITS);
      await pipeline(Readable.from(piecesOf(patternOf(BIG))), writer.body);
      expect(await listed(folder)).toEqual([]);
      await writer.abandon();
    });
  });

  describe('reading', () => {
    it('gives the bytes and traits of a file and of ranges of it', async () => {
      const path = `${fresh()}/file.txt`;
      await target().put(path, bytes('0123456789'), 'text/csv');
      const file = await store.open(path);
      expect(file.facts).toEqual(await store.stat(path));
      expect(await contentOf(file)).toBe('0123456789');
      for (const [start, end, expected] of [
        [0, 4, '0123'],
        [4, 10, '456789'],
        [8, 99, '89'],
        [3, 3, ''],
        [10, 12, ''],
      ] as const) {
        expect(await contentOf(await store.open(path, { range: { start, end } }))).toBe(expected);
      }
    });

    it('gives an empty file', async () => {
      const path = `${fresh()}/empty.txt`;
      await target().put(path, Buffer.alloc(0));
      expect(await contentOf(await store.open(path))).toBe('');
      expect(await store.stat(path)).toMatchObject({ size: 0 });
    });

    it('gives a big file whole, and lets go of one that is not read to its end', async () => {
      const path = `${fresh()}/big.bin`;
      const content = patternOf(BIG);
      await target().put(path, content);
      const hash = createHash('sha256');
      for await (const chunk of (await store.open(path)).body) {
        hash.update(chunk as Buffer);
      }
      expect(hash.digest('hex')).toBe(digest(content));
      const { body } = await store.open(path);
      await once(body, 'readable');
      body.destroy();
      await once(body, 'close');
    });

    it('refuses another version of the file', async () => {
      const path = `${fresh()}/file.txt`;
      await target().put(path, bytes('one'));
      const version = (await store.stat(path))?.version ?? '';
      expect(await contentOf(await store.open(path, { version }))).toBe('one');
      await sleep(20);
      await target().put(path, bytes('two'));
      expect((await store.stat(path))?.version).not.toBe(version);
      await expectCode(store.open(path, { version }), 'changed');
    });

    it('says what is not there', async () => {
      const missing = `${fresh()}/missing.txt`;
      expect(await store.stat(missing)).toBeNull();
      await expectCode(store.open(missing), 'not_found');
    });

    it('carries traits over', async () => {
      const folder = fresh();
      await target().put(`${folder}/in.csv`, bytes('x'), 'text/csv; charset=utf-8');
      const { traits, body } = await store.open(`${folder}/in.csv`);
      body.destroy();
      await write(`${folder}/out.csv`, bytes('y'), traits);
      const copied = await store.open(`${folder}/out.csv`);
      copied.body.destroy();
      expect(copied.traits).toEqual(traits);
    });
  });

  describe('places', () => {
    it('are the same for the same file, whatever the connection', async () => {
      const { adapter, settings } = target();
      const other = await adapter.open({ ...settings, baseDirectory: `${settings.baseDirectory}/` }, 'other');
      const below = await adapter.open(settings, 'below');
      expect(other.identity).toBe(store.identity);
      expect(await other.place('a/b.txt')).toBe(await below.place('a/b.txt'));
      expect(await other.place('a/c.txt')).not.toBe(await below.place('a/b.txt'));
      await Promise.all([other.close(), below.close()]);
    });
  });

  describe('a killed writer', () => {
    it('leaves nothing that is seen, and nothing at all after sweeping', async () => {
      const folder = fresh();
      const path = `${folder}/killed.bin`;
      await target().put(path, bytes('old'));
      const { kind, environment, settings } = target();
      const task = { kind, environment, settings, owner: OWNER, path, bytes: BIG };
      const program = Program.start({
        env: { STORAGE_TASK: JSON.stringify(task) },
        entry: 'test/support/storage-writer.mjs',
      });
      await program.says('written');
      expect(await target().unfinished(folder)).toBeGreaterThan(0);
      await program.end('SIGKILL');
      expect((await target().get(path))?.toString()).toBe('old');
      expect((await listed(folder)).map((facts) => facts.path)).toEqual([path]);
      if (sweeps) {
        expect(await store.sweep('another', [])).toBe(0);
        expect(await target().unfinished(folder)).toBe(1);
        expect(await store.sweep(OWNER, [])).toBe(1);
        expect(await target().unfinished(folder)).toBe(0);
      }
      await write(path, bytes('new'));
      expect((await target().get(path))?.toString()).toBe('new');
      expect(await store.sweep(OWNER, [path])).toBe(0);
    });
  });
}

/** Expects a `StorageError` of this code. */
export async function expectCode(attempt: Promise<unknown>, code: StorageErrorCode): Promise<StorageError> {
  const error: unknown = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StorageError);
  expect(error).toMatchObject({ code });
  return error as StorageError;
}

/** The whole body as text. */
export async function contentOf({ body }: { readonly body: Readable }): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += 65_000) {
    yield content.subarray(start, start + 65_000);
  }
}

function patternOf(size: number): Buffer {
  const content = Buffer.alloc(size);
  for (let position = 0; position + 4 <= size; position += 4) {
    content.writeUInt32LE(position, position);
  }
  return content;
}

function digest(content: Buffer | null): string {
  return createHash('sha256')
    .update(content ?? 'nothing')
    .digest('hex');
}
