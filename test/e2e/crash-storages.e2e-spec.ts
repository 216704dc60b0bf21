import { BlobServiceClient, type ContainerClient } from '@azure/storage-blob';
import { setTimeout as sleep } from 'node:timers/promises';

import { startAzurite, type Azurite } from '../support/azurite.js';
import { createConnection } from '../support/builders/connection.builder.js';
import { awaitRun, logOf } from '../support/builders/run.builder.js';
import {
  azureBody,
  bucketBody,
  runFilesToEnd,
  startFileRun,
  useFileStage,
  type SharePair,
} from '../support/file-stage.js';
import { killOneAtWork } from '../support/kill-worker.js';
import { S3Server } from '../support/s3-server.js';
import { TappedProxy, type TappedRequest } from '../support/tapped-proxy.js';

/** One more than is needed: it goes on while the dead one is replaced. */
const stage = useFileStage({ workers: 2 });

const OPTIONS = { run_secret: 'the same secret for every run here' };
const TASKS = `  - type: mask_tabular_file
    workers: 1
    rules:
      - column: mail
        hash_columns: [id]
        masks: [{type: hash}]
      - column: name
        masks: [{type: imitate}]
`;
/** More than the largest first part, which is 12 MB. */
const BIG = file(9_000);
const SMALL = file(20);
const FILES = { 'big-0.csv': BIG, 'big-1.csv': BIG.slice(0, -10), 'small.csv': SMALL };

/** Rows of a kilobyte and a half, of which little is masked. */
function file(rows: number): string {
  const note = 'n'.repeat(1_500);
  return `id,mail,name,note\n${Array.from({ length: rows }, (_, row) => `${row},m${row}@example.com,name ${row},${note}\n`).join('')}`;
}

/** A moment at which the worker that has sent a request dies. */
interface Moment {
  readonly name: string;
  readonly moment: TappedRequest['moment'];
  readonly strikes: (request: TappedRequest) => boolean;
}

/** The masked files of an undisturbed run from share to share. */
async function calmly(files: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  const pair = await stage.pair();
  Object.entries(files).forEach(([path, content]) => pair.source.put(path, content));
  const run = await runFilesToEnd(stage.admin, { pair, tasks: TASKS, options: OPTIONS });
  expect(run.status).toBe('finished');
  return Object.fromEntries(pair.destination.paths().map((path) => [path, pair.destination.text(path)]));
}

/** Starts the run and kills the worker once at each moment; `look` sees the destination after each kill. */
async function runKilled(
  proxy: TappedProxy,
  pair: Pick<SharePair, 'sourceId' | 'destinationId'>,
  { moments, look }: { readonly moments: readonly Moment[]; readonly look: () => Promise<void> },
): Promise<void> {
  const left = [...moments];
  const started = deferred<number>();
  proxy.tap = async (request) => {
    const place = left.findIndex(({ moment, strikes }) => moment === request.moment && strikes(request));
    if (place === -1) {
      return 'go';
    }
    left.splice(place, 1);
    await killWorker(await started.promise);
    await look();
    return 'lost';
  };
  started.resolve(await startFileRun(stage.admin, { pair, tasks: TASKS, options: OPTIONS }));
  const run = await awaitRun(stage.admin, await started.promise);
  proxy.tap = () => Promise.resolve('go');
  expect({
    status: run.status,
    left: left.map(({ name }) => name),
    log: run.status === 'finished' ? [] : await logOf(stage.admin, run.id),
  }).toEqual({ status: 'finished', left: [], log: [] });
}

/** Starts the run, kills its worker after the first request that `strikes`, and cancels it then. */
async function runCancelled(
  proxy: TappedProxy,
  pair: Pick<SharePair, 'sourceId' | 'destinationId'>,
  strikes: Moment['strikes'],
): Promise<void> {
  const started = deferred<number>();
  const cancelled = deferred<true>();
  let isOver = false;
  proxy.tap = async (request) => {
    if (isOver) {
      // Whoever takes the file up does not get on before the run is cancelled.
      await cancelled.promise;
      return 'go';
    }
    if (request.moment === 'before' || !strikes(request)) {
      return 'go';
    }
    isOver = true;
    await killWorker(await started.promise);
    await stage.admin.post(`/api/runs/${await started.promise}/cancel/`).expect(201);
    cancelled.resolve(true);
    return 'lost';
  };
  started.resolve(await startFileRun(stage.admin, { pair, tasks: TASKS, options: OPTIONS }));
  await cancelled.promise;
  const run = await awaitRun(stage.admin, await started.promise);
  expect(run.status).toBe('cancelled');
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** With one lane it is the one that has sent the request. */
async function killWorker(runId: number): Promise<void> {
  while (!(await killOneAtWork(stage.app, runId))) {
    await sleep(20);
  }
}

describe('workers that are killed in the middle of requests to S3', () => {
  let server: S3Server;
  let proxy: TappedProxy;
  let pair: Pick<SharePair, 'sourceId' | 'destinationId'>;
  const at = (name: string, moment: Moment['moment'], strikes: Moment['strikes']): Moment => ({
    name: `${name} ${moment}`,
    moment,
    strikes,
  });
  const put = (path: string, content: string): void => {
    const traits = { contentType: 'text/csv', encryption: '', keyId: '' };
    server.bucket.put(`in/${path}`, Buffer.from(content), traits);
  };
  const shown = (): Record<string, string> =>
    Object.fromEntries(
      server.bucket
        .keys('out/')
        .map((key) => [key.slice('out/'.length), server.bucket.objects.get(key)!.content.toString()]),
    );

  beforeAll(async () => {
    server = await S3Server.start('files');
    proxy = await TappedProxy.start(server.endpoint);
    pair = {
      sourceId: await createConnection(stage.admin, bucketBody(proxy.endpoint, 'files', 'source')),
      destinationId: await createConnection(stage.admin, bucketBody(proxy.endpoint, 'files', 'destination')),
    };
  });

  afterAll(async () => {
    await proxy.stop();
    await server.stop();
  });

  it('leave whole files, as an undisturbed run makes them, and no unfinished upload', async () => {
    const expected = await calmly(FILES);
    Object.entries(FILES).forEach(([path, content]) => put(path, content));
    const of = (path: string, strikes: (request: TappedRequest) => boolean): Moment['strikes'] => {
      return (request) => request.path === `/files/out/${path}` && strikes(request);
    };
    const begins = ({ method, query }: TappedRequest): boolean => method === 'POST' && query.has('uploads');
    const part =
      (number: string) =>
      ({ query }: TappedRequest): boolean =>
        query.get('partNumber') === number;
    const completes = ({ method, query }: TappedRequest): boolean =>
      method === 'POST' && query.has('uploadId');
    const puts = ({ method, query }: TappedRequest): boolean => method === 'PUT' && !query.has('uploadId');
    const moments = [
      at('beginning', 'after', of('big-0.csv', begins)),
      at('first part', 'after', of('big-0.csv', part('1'))),
      at(
        'sweep',
        'after',
        of('big-0.csv', ({ method }) => method === 'DELETE'),
      ),
      at('second part', 'before', of('big-1.csv', part('2'))),
      at('completion', 'before', of('big-1.csv', completes)),
      at('completion', 'after', of('big-1.csv', completes)),
      at('small file', 'after', of('small.csv', puts)),
    ];
    const look = (): Promise<void> => {
      expect(expected).toMatchObject(shown());
      return Promise.resolve();
    };
    await runKilled(proxy, pair, { moments, look });
    expect(shown()).toEqual(expected);
    expect(server.bucket.uploads.size).toBe(0);
  });

  it('leave nothing at all when the run is cancelled then', async () => {
    server.bucket.objects.clear();
    put('big.csv', BIG);
    await runCancelled(proxy, pair, ({ query }) => query.get('partNumber') === '1');
    expect([shown(), server.bucket.uploads.size]).toEqual([{}, 0]);
  });
});

describe('workers that are killed in the middle of requests to Azure', () => {
  let azurite: Azurite;
  let container: ContainerClient;
  let proxy: TappedProxy;
  let pair: Pick<SharePair, 'sourceId' | 'destinationId'>;

  beforeAll(async () => {
    azurite = await startAzurite();
    container = BlobServiceClient.fromConnectionString(azurite.connectionString).getContainerClient('files');
    await container.create();
    const endpoint = /BlobEndpoint=(http:\/\/[^/;]+)/.exec(azurite.connectionString)![1]!;
    proxy = await TappedProxy.start(endpoint);
    const connectionString = azurite.connectionString.replace(endpoint, proxy.endpoint);
    pair = {
      sourceId: await createConnection(stage.admin, azureBody(connectionString, 'files', 'source')),
      destinationId: await createConnection(stage.admin, azureBody(connectionString, 'files', 'destination')),
    };
  });

  afterAll(async () => {
    await proxy.stop();
    await azurite.stop();
  });

  async function shown(): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for await (const { name } of container.listBlobsFlat({ prefix: 'out/' })) {
      found[name.slice('out/'.length)] = (await container.getBlobClient(name).downloadToBuffer()).toString();
    }
    return found;
  }

  async function uncommitted(): Promise<string[]> {
    const found: string[] = [];
    for await (const { name } of container.listBlobsFlat({ prefix: 'out/', includeUncommitedBlobs: true })) {
      const { uncommittedBlocks = [] } = await container.getBlockBlobClient(name).getBlockList('uncommitted');
      found.push(...(uncommittedBlocks.length > 0 ? [name] : []));
    }
    return found;
  }

  it('leave whole files, as an undisturbed run makes them, and no block outside of them', async () => {
    const expected = await calmly(FILES);
    for (const [path, content] of Object.entries(FILES)) {
      await container.getBlockBlobClient(`in/${path}`).upload(content, content.length);
    }
    const at = (name: string, path: string, comp: string | null, moment: Moment['moment']): Moment => ({
      ...{ name: `${name} ${moment}`, moment },
      strikes: ({ method, path: asked, query }) =>
        method === 'PUT' && asked.endsWith(`/files/out/${path}`) && query.get('comp') === comp,
    });
    const moments = [
      at('block', 'big-0.csv', 'block', 'after'),
      at('block list', 'big-0.csv', 'blocklist', 'before'),
      at('block list', 'big-1.csv', 'blocklist', 'after'),
      at('small file', 'small.csv', null, 'after'),
    ];
    const look = async (): Promise<void> => {
      expect(expected).toMatchObject(await shown());
    };
    await runKilled(proxy, pair, { moments, look });
    expect(await shown()).toEqual(expected);
    expect(await uncommitted()).toEqual([]);
  });

  it('leave invisible blocks when the run is cancelled then, which go with the next file of the name', async () => {
    await Promise.all(
      ['big-0.csv', 'big-1.csv', 'small.csv'].map((path) => container.deleteBlob(`out/${path}`)),
    );
    await runCancelled(proxy, pair, ({ query }) => query.get('comp') === 'block');
    expect([await shown(), await uncommitted()]).toEqual([{}, ['out/big-0.csv']]);
    const again = await runFilesToEnd(stage.admin, { pair, tasks: TASKS, options: OPTIONS });
    expect([again.status, await uncommitted()]).toEqual(['finished', []]);
  });
});
