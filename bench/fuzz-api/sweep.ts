import type { Operation, Operations } from './operations.js';
import type { Caller, FuzzRequest } from './requests.js';
import type { FuzzedServer } from './server.js';

const ADMINISTRATOR = 'admin';
/** What others refer to goes once they are gone. */
const MOST_PASSES = 4;
const AT_ONCE = 8;

interface Entry {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly username?: unknown;
}

/**
 * Deletes what the requests have made, wherever a documented collection can be listed and its entries deleted, so that a
 * long run measures the program and not a database that fills.
 */
export async function sweep(server: FuzzedServer, operations: Operations, caller: Caller): Promise<number> {
  const collections = operations.all.filter(
    (one) =>
      one.method === 'DELETE' && /^[^{]*\/\{(id|name)\}\/$/.test(one.path) && isListed(operations, one),
  );
  let deleted = 0;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const before = deleted;
    for (const { path } of collections) {
      deleted += await empty(server, path, caller);
    }
    if (deleted === before) {
      break;
    }
  }
  return deleted;
}

function isListed(operations: Operations, { path }: Operation): boolean {
  return operations.all.some((one) => one.method === 'GET' && one.path === collectionOf(path));
}

function collectionOf(path: string): string {
  return path.slice(0, path.lastIndexOf('{'));
}

async function empty(server: FuzzedServer, path: string, caller: Caller): Promise<number> {
  const authorization = path.startsWith('/ifm/') ? caller.bearer : caller.token;
  const ask = (method: string, where: string): FuzzRequest => ({
    ...{ method, path: where, body: null },
    headers: { authorization },
  });
  const keys = entriesOf((await server.send(ask('GET', collectionOf(path)))).text)
    .filter(({ username }) => username !== ADMINISTRATOR)
    .map((entry) => String(path.endsWith('{name}/') ? entry.name : entry.id));
  let deleted = 0;
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    const answers = await Promise.all(
      keys
        .slice(start, start + AT_ONCE)
        .map((key) => server.send(ask('DELETE', `${collectionOf(path)}${encodeURIComponent(key)}/`))),
    );
    deleted += answers.filter(({ status }) => status >= 200 && status < 300).length;
  }
  return deleted;
}

/** Lists come whole or as a page; whoever may not see one any more gets none. */
function entriesOf(text: string): readonly Entry[] {
  try {
    const body = JSON.parse(text) as readonly Entry[] | { readonly results?: readonly Entry[] };
    const list = 'results' in body ? body.results : body;
    return Array.isArray(list) ? (list as readonly Entry[]) : [];
  } catch {
    return [];
  }
}
