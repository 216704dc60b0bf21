import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { isUnfinished, pathProblem } from '../safe-path.js';
import type { FileFacts } from '../storage-adapter.js';
import { StorageError } from '../storage-error.js';
import { mountedError } from './mounted-errors.js';
import { realPathOf, type MountedPlace } from './mounted-place.js';
import { factsOf } from './mounted-reader.js';

/** A folder of the walk. The real paths of the folders above it find loops of links. */
interface Folder {
  readonly real: string;
  readonly path: string;
  readonly above: ReadonlySet<string>;
}

/** Something in a folder, links resolved. */
interface Item {
  readonly path: string;
  readonly real: string;
  readonly isFolder: boolean;
  readonly unreadable: string | null;
}

/** Everything below the base in byte order of paths. Links are followed as long as they stay inside and do not go round. */
export function listMounted(place: MountedPlace, recurse: boolean): AsyncGenerator<FileFacts> {
  return walk(place, { real: place.base, path: '', above: new Set([place.base]) }, recurse);
}

async function* walk(place: MountedPlace, folder: Folder, recurse: boolean): AsyncGenerator<FileFacts> {
  for (const item of await itemsOf(place, folder)) {
    if (item.unreadable !== null) {
      yield unreadable(item.path, item.unreadable);
    } else if (!item.isFolder) {
      yield* fileOf(item);
    } else if (recurse && folder.above.has(item.real)) {
      yield unreadable(item.path, 'It is a symbolic link to a folder that it lies in.');
    } else if (recurse) {
      const above = new Set([...folder.above, item.real]);
      yield* walk(place, { real: item.real, path: item.path, above }, recurse);
    }
  }
}

/** In the order in which their paths come: a folder's as if its name ended with "/". */
async function itemsOf(place: MountedPlace, folder: Folder): Promise<Item[]> {
  const entries = await entriesOf(folder);
  const items: { item: Item; order: Buffer }[] = [];
  for (const entry of entries) {
    const item = await itemOf(place, folder, entry);
    if (item !== null) {
      items.push({ item, order: Buffer.from(item.isFolder ? `${item.path}/` : item.path) });
    }
  }
  return items.sort((one, other) => Buffer.compare(one.order, other.order)).map(({ item }) => item);
}

async function entriesOf({ real, path }: Folder): Promise<Dirent<Buffer>[]> {
  try {
    return await readdir(real, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    const fault = mountedError(error);
    // A folder that vanished since its name was read has no files.
    if (fault.code === 'not_found') {
      return [];
    }
    const { code, message } = fault;
    const where = path === '' ? 'The base directory' : `The folder ${JSON.stringify(path)}`;
    throw new StorageError(code, `${where} cannot be listed: ${message}`, { cause: error });
  }
}

async function itemOf(place: MountedPlace, folder: Folder, entry: Dirent<Buffer>): Promise<Item | null> {
  const name = entry.name.toString();
  if (isUnfinished(name)) {
    return null;
  }
  const path = folder.path === '' ? name : `${folder.path}/${name}`;
  const real = join(folder.real, name);
  const plain = { path, real, isFolder: entry.isDirectory(), unreadable: null };
  if (!Buffer.from(name).equals(entry.name)) {
    return { ...plain, isFolder: false, unreadable: 'Its name is not valid UTF-8.' };
  }
  const problem = pathProblem(path);
  if (problem !== null) {
    return { ...plain, isFolder: false, unreadable: problem };
  }
  return entry.isSymbolicLink() ? resolveLink(place, plain) : plain;
}

async function resolveLink(place: MountedPlace, link: Item): Promise<Item> {
  try {
    const real = await realPathOf(place, link.path);
    return { ...link, real, isFolder: (await stat(real)).isDirectory() };
  } catch (error) {
    const fault = mountedError(error);
    const reason = fault.code === 'not_found' ? 'It is a symbolic link to nothing.' : fault.message;
    return { ...link, unreadable: reason };
  }
}

async function* fileOf(item: Item): AsyncGenerator<FileFacts> {
  try {
    yield factsOf(item.path, await stat(item.real, { bigint: true }));
  } catch (error) {
    const fault = mountedError(error);
    if (fault.code !== 'not_found') {
      yield unreadable(item.path, fault.message);
    }
  }
}

function unreadable(path: string, reason: string): FileFacts {
  return { path, size: 0, version: '', modifiedAt: null, unreadable: reason };
}
