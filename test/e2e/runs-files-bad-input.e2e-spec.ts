import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { createConnection } from '../support/builders/connection.builder.js';
import { awaitRun, logOf, type WireRun } from '../support/builders/run.builder.js';
import {
  bucketBody,
  reportOf,
  runFilesToEnd,
  shareBody,
  startFileRun,
  useFileStage,
  type SharePair,
} from '../support/file-stage.js';
import { S3Server } from '../support/s3-server.js';
import { mountSmallDisk } from '../support/small-disk.js';
import { TappedProxy } from '../support/tapped-proxy.js';

const stage = useFileStage();

const GOES_ON = { continue_on_failure: true };
const GOOD = 'id,mail\n1,anna@example.com\n';
const TASK = (more = ''): string => `  - type: mask_tabular_file
    recurse: true
${more}    rules:
      - column: mail
        hash_columns: [id]
        masks: [{type: hash}]
`;
const DOCUMENTS = `  - type: mask_file
    recurse: true
    include: [{regex: '.*\\.(json|ndjson|xml|txt)$'}]
    rules:
      - masks:
          - type: json
            transforms:
              - path: [mail]
                masks: [{type: hash}]
`;

/** Expects one line of the log for each file that failed, with its reason, and the same in the report. */
async function expectFailures(run: WireRun, reasons: Readonly<Record<string, RegExp>>): Promise<void> {
  const failed = (await logOf(stage.admin, run.id)).filter((line) =>
    line.includes('failed and was not written'),
  );
  const report = await reportOf(stage.admin, run.id);
  const told = Object.keys(reasons).map((path) =>
    failed.filter((line) => line.includes(JSON.stringify(path))),
  );
  expect(told.map((lines) => lines.length)).toEqual(told.map(() => 1));
  expect(failed).toHaveLength(told.length);
  for (const [path, reason] of Object.entries(reasons)) {
    expect(failed.find((line) => line.includes(JSON.stringify(path)))).toMatch(reason);
    const row = report.find((each) => each.path === path && each.status === 'failed');
    expect(row?.error).toMatch(reason);
  }
}

describe('a file that fails', () => {
  it('lets those that are being masked come to their end, and begins no other', async () => {
    const pair = await stage.pair();
    const big = `id,mail\n${'1,anna@example.com\n'.repeat(2_000_000)}`;
    pair.source.put('a-big.csv', big);
    pair.source.put('b-bad.csv', 'id,email\n1,a\n');
    pair.source.put('c-left.csv', GOOD);
    const run = await runFilesToEnd(stage.admin, { pair, tasks: TASK('    workers: 2\n') });
    expect([run.status, pair.destination.paths()]).toEqual(['failed', ['a-big.csv']]);
    expect(pair.destination.text('a-big.csv').split('\n')).toHaveLength(2_000_002);
    expect((await reportOf(stage.admin, run.id)).map(({ path, status }) => [path, status])).toEqual([
      ['a-big.csv', 'finished'],
      ['b-bad.csv', 'failed'],
      ['c-left.csv', 'not_done'],
    ]);
  });
});

describe('files that cannot be masked', () => {
  it('are told one by one, whatever is wrong with them, and nothing of them is written', async () => {
    const pair = await stage.pair();
    const bad: Record<string, [content: string | Buffer, reason: RegExp]> = {
      'drifted.csv': ['id,email\n1,a\n', /no column "+mail/],
      'empty.csv': ['', /empty|header/i],
      'nul.csv': ['id,mail\n1,a\0b\n', /NUL/],
      'packed.csv.gz': [gzipSync(GOOD.repeat(2_000)).subarray(0, 60), /.+/],
      'quote.csv': ['id,mail\n1,"never closed\n', /quot/i],
      'ragged.csv': ['id,mail\n1,a\n2\n', /row|record|line/i],
      'unpackable.csv.gz': ['not packed at all', /.+/],
      'utf8.csv': [Buffer.from([...Buffer.from('id,mail\n1,a'), 0xff, 0x0a]), /not valid/],
      'wrong.parquet': ['PAR1 is not enough', /.+/],
      'garbage.json': ['{"mail": "a"} trailing', /.+/],
      'other.xml': ['<mail>a</mail>', /not JSON/],
      'half.ndjson': ['{"mail": "a"}\n{"mail": \n', /.+/],
    };
    for (const [path, [content]] of Object.entries(bad)) {
      pair.source.put(path, content);
    }
    pair.source.put('good.csv', GOOD);
    pair.source.put('good.json', '{"mail": "a"}');
    const run = await runFilesToEnd(stage.admin, { pair, tasks: TASK() + DOCUMENTS, options: GOES_ON });
    expect(run.status).toBe('failed');
    await expectFailures(
      run,
      Object.fromEntries(Object.entries(bad).map(([path, [, reason]]) => [path, reason])),
    );
    expect(pair.destination.paths()).toEqual(['good.csv', 'good.json']);
    // That a file is not for one task is of no interest where another masks it.
    const paths = (await reportOf(stage.admin, run.id)).map(({ path }) => path);
    expect(paths.sort()).toEqual([...Object.keys(bad), 'good.csv', 'good.json'].sort());
  });

  it('are passed over where they are no files, or lie elsewhere', async () => {
    const pair = await stage.pair();
    const at = (path: string): string => join(pair.source.root, path);
    const outside = join(stage.app.config.paths.dataDir, 'secret.csv');
    writeFileSync(outside, GOOD);
    pair.source.put('folder.csv/inner.csv', GOOD);
    symlinkSync('..', at('folder.csv/loop'));
    symlinkSync('self.csv', at('self.csv'));
    symlinkSync('nowhere', at('dead.csv'));
    symlinkSync(outside, at('escape.csv'));
    symlinkSync('/etc', at('etc'));
    const run = await runFilesToEnd(stage.admin, { pair, tasks: TASK() });
    expect(run.status).toBe('finished_with_warnings');
    expect(pair.destination.paths()).toEqual(['folder.csv/inner.csv']);
    const reasons = Object.fromEntries(
      (await reportOf(stage.admin, run.id)).map((row) => [row.path, row.skip_reason]),
    );
    expect(reasons).toEqual({
      ...{ 'dead.csv': 'It is a symbolic link to nothing.', 'folder.csv/inner.csv': '' },
      ...{ 'escape.csv': expect.stringContaining('leads out'), etc: expect.stringContaining('leads out') },
      'folder.csv/loop': expect.stringContaining('lies in') as string,
      'self.csv': expect.stringContaining('loop') as string,
    });
  });

  it('are refused where the destination has a folder of the name', async () => {
    const pair = await stage.pair();
    pair.source.put('a.csv', GOOD);
    pair.source.put('b/c.csv', GOOD);
    pair.source.put('d.csv', GOOD);
    mkdirSync(join(pair.destination.root, 'a.csv'));
    writeFileSync(join(pair.destination.root, 'b'), 'a file where a folder is needed');
    const run = await runFilesToEnd(stage.admin, { pair, tasks: TASK(), options: GOES_ON });
    await expectFailures(run, { 'a.csv': /folder of this name/, 'b/c.csv': /is a file, not a folder/ });
    expect(pair.destination.paths()).toEqual(['b', 'd.csv']);
  });
});

const disk = mountSmallDisk(stage.mounts);

(disk === null ? describe.skip : describe)('a destination of one megabyte', () => {
  afterAll(() => disk?.remove());

  async function small(): Promise<SharePair> {
    const pair = await stage.pair();
    const destinationId = await createConnection(
      stage.admin,
      shareBody(basename(disk?.folder ?? ''), 'destination'),
    );
    return { ...pair, destinationId };
  }

  it('takes what fits, and keeps no half of what does not', async () => {
    const pair = await small();
    pair.source.put('big.csv', `id,mail\n${`1,${'x'.repeat(1_000)}\n`.repeat(4_000)}`.replaceAll('x', 'xy'));
    pair.source.put('small.csv', GOOD);
    // One file after the other: a small one written beside the big one would find the disk full, too.
    const note = TASK('    workers: 1\n').replace('column: mail', 'column: id').replace('[id]', '[mail]');
    const run = await runFilesToEnd(stage.admin, { pair, tasks: note, options: GOES_ON });
    await expectFailures(run, { 'big.csv': /mounted share is full/ });
    const shown = new Set(
      (await reportOf(stage.admin, run.id)).map(({ path, status }) => `${path} ${status}`),
    );
    expect(shown).toEqual(new Set(['big.csv failed', 'small.csv finished']));
  });

  it('is refused before the first write where it is read-only', async () => {
    await disk?.makeReadOnly();
    const pair = await small();
    pair.source.put('a.csv', GOOD);
    const run = await runFilesToEnd(stage.admin, { pair, tasks: TASK(), options: GOES_ON });
    expect(run).toMatchObject({
      status: 'failed',
      error_message: expect.stringMatching(/read-only/) as string,
    });
    expect(run.error_message).toMatch(/^Destination ".*Nothing was changed\.$/);
  });
});

describe('a bucket that makes trouble', () => {
  let server: S3Server;
  let proxy: TappedProxy;
  let pair: Pick<SharePair, 'sourceId' | 'destinationId'>;
  const TRAITS = { contentType: 'text/csv', encryption: '', keyId: '' };
  const put = (path: string, content = GOOD): void => {
    server.bucket.put(`in/${path}`, Buffer.from(content), TRAITS);
  };
  const written = (): string[] => server.bucket.keys('out/').map((key) => key.slice('out/'.length));

  beforeEach(async () => {
    server = await S3Server.start('files');
    proxy = await TappedProxy.start(server.endpoint);
    pair = {
      sourceId: await createConnection(stage.admin, bucketBody(proxy.endpoint, 'files', 'source')),
      destinationId: await createConnection(stage.admin, bucketBody(proxy.endpoint, 'files', 'destination')),
    };
  });

  afterEach(async () => {
    await proxy.stop();
    await server.stop();
  });

  it('is told file by file; what passes is waited for', async () => {
    const files = ['changed', 'denied', 'expired', 'good', 'refused', 'slow', 'vanished'];
    files.forEach((name) => put(`${name}.csv`));
    proxy.tap = ({ method, path, moment }) => {
      if (method === 'GET' && path === '/files/in/changed.csv' && moment === 'after') {
        put('changed.csv', `${GOOD}2,b\n`);
      }
      if (method === 'HEAD' && path === '/files/in/vanished.csv' && moment === 'after') {
        server.bucket.objects.delete('in/vanished.csv');
      }
      return Promise.resolve('go');
    };
    const strike = (how: string, method: string, key: string, times = 99): void => {
      const strikes = (request: { readonly method: string; readonly key: string }): boolean =>
        request.method === method && request.key === key;
      server.troubles.push({ how, times, strikes });
    };
    strike('AccessDenied', 'GET', 'in/denied.csv');
    strike('ExpiredToken', 'GET', 'in/expired.csv');
    strike('AccessDenied', 'PUT', 'out/refused.csv');
    strike('SlowDown', 'PUT', 'out/slow.csv', 5);
    const run = await runFilesToEnd(stage.admin, { pair, tasks: TASK(), options: GOES_ON });
    await expectFailures(run, {
      'changed.csv': /changed/,
      'denied.csv': /credentials do not allow/,
      'expired.csv': /credentials have expired/,
      'refused.csv': /credentials do not allow/,
      'vanished.csv': /no such file|vanished/,
    });
    expect(written()).toEqual(['good.csv', 'slow.csv']);
  });

  it('keeps no part of a large file that failed, though it does not take the wish to drop it at first', async () => {
    const note = 'n'.repeat(2_000);
    put('big.csv', `id,mail,note\n${`1,a,${note}\n`.repeat(7_000)}`);
    server.troubles = [
      { how: 'AccessDenied', times: 99, strikes: ({ query }) => query.get('partNumber') === '2' },
      {
        how: 'AccessDenied',
        times: 1,
        strikes: ({ method, key }) => method === 'DELETE' && key === 'out/big.csv',
      },
    ];
    const run = await runFilesToEnd(stage.admin, { pair, tasks: TASK() });
    await expectFailures(run, { 'big.csv': /credentials do not allow/ });
    expect([written(), server.bucket.uploads.size]).toEqual([[], 0]);
  });

  it.each([
    ['read', 'HEAD', '/files/in/a.csv'],
    ['write', 'PUT', '/files/out/a.csv'],
  ])('keeps nobody from cancelling when it does not answer a wish to %s', async (_, asks, of) => {
    put('a.csv');
    const asked = new Promise<void>((resolve) => {
      proxy.tap = ({ method, path }) => {
        if (method !== asks || path !== of) {
          return Promise.resolve('go');
        }
        resolve();
        return new Promise(() => undefined);
      };
    });
    const id = await startFileRun(stage.admin, { pair, tasks: TASK() });
    await asked;
    await stage.admin.post(`/api/runs/${id}/cancel/`).expect(201);
    const run = await awaitRun(stage.admin, id);
    expect([run.status, written()]).toEqual(['cancelled', []]);
  });
});
