import { awaitRun, logOf } from '../support/builders/run.builder.js';
import {
  createFileTasks,
  reportOf,
  runFilesToEnd,
  shareBody,
  startFileRun,
  useFileStage,
} from '../support/file-stage.js';
import { whileHeld } from '../support/hold.js';
import { createConnection } from '../support/builders/connection.builder.js';

const stage = useFileStage();

const HASH_MAIL = `      - column: mail
        hash_columns: [id]
        masks:
          - type: hash
`;
const TASK = `  - type: mask_tabular_file
    recurse: true
    include:
      - glob: "*.csv"
    skip:
      - regex: old/
    rules:
${HASH_MAIL}`;

describe('a run on files', () => {
  it('masks what is included, copies nothing else, and reports every file', async () => {
    const pair = await stage.pair();
    pair.source.put('people.csv', 'id,mail,note\r\n1,anna@example.com,"a ""quoted"", note"\n2,,x\n');
    pair.source.put('deep/er/more.csv', 'mail;id\nanna@example.com;1\n');
    pair.source.put('old/skipped.csv', 'id,mail\n1,a\n');
    pair.source.put('readme.txt', 'nothing to see');
    pair.destination.put('kept.txt', 'nobody deletes me');
    const run = await runFilesToEnd(stage.admin, { pair, tasks: TASK });
    expect({
      status: run.status,
      error: run.error_message,
      log: run.status === 'finished' ? '' : await logOf(stage.admin, run.id),
    }).toEqual({ status: 'finished', error: null, log: '' });
    expect(pair.destination.paths()).toEqual(['deep/er/more.csv', 'kept.txt', 'people.csv']);
    const [header, anna, empty, end] = pair.destination.text('people.csv').split('\n');
    expect([header, empty, end]).toEqual(['id,mail,note\r', expect.stringMatching(/^2,[^,]+,x$/), '']);
    expect(anna).toMatch(/^1,(?!anna@)[^,]+,"a ""quoted"", note"$/);
    // One identity, one value, in whatever file.
    expect(pair.destination.text('deep/er/more.csv')).toBe(`mail;id\n${anna!.split(',')[1]!};1\n`);
    expect(run.progress).toMatchObject({
      ...{ files_total: 2, files_done: 2, rows_done: 3, rows_masked: 3 },
      ...{ bytes_total: 86, bytes_done: 86 },
    });
    expect(run).toMatchObject({ mask_type: 'file', destination_connection: pair.destinationId });
    expect(await reportOf(stage.admin, run.id)).toMatchObject([
      {
        path: 'deep/er/more.csv',
        file_size: '27',
        file_type: 'delimited',
        status: 'finished',
        rows: '1',
        masked_values: '1',
      },
      { path: 'old/skipped.csv', skip_reason: 'The skip filter old/ names it', status: 'skipped', rows: '' },
      { path: 'people.csv', rows: '2', masked_values: '2', skip_reason: '', error: '' },
      { path: 'readme.txt', skip_reason: 'No include filter names it' },
    ]);
    const log = await logOf(stage.admin, run.id);
    expect(log).toContainEqual(
      expect.stringMatching(
        /^Task 1\/1 mask_tabular_file "\*\.csv": finished, 2 files written, 2 left out, 3 rows masked, 0 skipped, \d\d:\d\d:\d\d$/,
      ),
    );
  });

  it('warns of a column that differs from a masked one by case alone', async () => {
    const pair = await stage.pair();
    pair.source.put('twins.csv', 'id,mail,Mail\n1,a@example.com,a@example.com\n');
    const run = await runFilesToEnd(stage.admin, { pair, tasks: TASK });
    expect(run.status).toBe('finished_with_warnings');
    expect(await logOf(stage.admin, run.id)).toContainEqual(
      expect.stringMatching(
        /^\[unmasked_twin\] .*twins\.csv.*The column "Mail" differs from this one by case/,
      ),
    );
  });

  it('writes nothing in a dry run', async () => {
    const pair = await stage.pair();
    pair.source.put('a.csv', 'id,mail\n1,a\n');
    const run = await runFilesToEnd(stage.admin, { pair, tasks: TASK, options: { dry_run: true } });
    expect([run.status, run.progress.rows_masked, pair.destination.paths()]).toEqual(['finished', 1, []]);
    expect((await reportOf(stage.admin, run.id))[0]).toMatchObject({ rows: '1', masked_values: '1' });
  });

  it('fails at the first file that does not fit, and shows no half of it', async () => {
    const pair = await stage.pair();
    pair.source.put('a.csv', 'id,mail\n1,a\n');
    pair.source.put('b.csv', 'id,email\n1,a\n');
    pair.source.put('c.csv', 'id,mail\n1,a\n2\n');
    const tasks = TASK.replace('recurse', 'workers: 1\n    recurse');
    const run = await runFilesToEnd(stage.admin, { pair, tasks });
    expect(run.status).toBe('failed');
    expect(run.error_message).toMatch(/^"b\.csv": .*has no column "mail"\./);
    expect(pair.destination.paths()).toEqual(['a.csv']);
    expect(await reportOf(stage.admin, run.id)).toMatchObject([
      { path: 'a.csv', status: 'finished' },
      { path: 'b.csv', status: 'failed', error: expect.stringContaining('no column') as string },
      { path: 'c.csv', status: 'not_done' },
    ]);
  });

  it('goes on with other files where it should, one line for each that failed', async () => {
    const pair = await stage.pair();
    pair.source.put('a.csv', 'id,email\n1,a\n');
    pair.source.put('b.csv', 'id,mail\n1,a\n2\n');
    pair.source.put('c.csv', '');
    pair.source.put('d.csv', 'id,mail\n1,a\n');
    const run = await runFilesToEnd(stage.admin, {
      pair,
      tasks: TASK,
      options: { continue_on_failure: true },
    });
    expect(run.status).toBe('failed');
    expect(pair.destination.paths()).toEqual(['d.csv']);
    const failed = (await logOf(stage.admin, run.id)).filter((line) =>
      line.includes('failed and was not written'),
    );
    expect(failed).toHaveLength(3);
    expect(run.progress).toMatchObject({ files_total: 4, files_done: 4 });
  });

  it('refuses tasks that would mask one file twice, before anything is written', async () => {
    const pair = await stage.pair();
    pair.source.put('a.csv', 'id,mail\n1,a\n');
    const run = await runFilesToEnd(stage.admin, { pair, tasks: TASK + TASK });
    expect(run.status).toBe('failed');
    expect(run.error_message).toMatch(
      /^"a\.csv" would be masked by the tasks of lines 3 and 14.*Nothing was changed\.$/,
    );
    expect(pair.destination.paths()).toEqual([]);
  });

  it('says when there is nothing to mask, and what cannot be masked', async () => {
    const pair = await stage.pair();
    pair.source.put('a.xyz', 'x');
    const tasks = TASK.replace('*.csv', 'a*');
    const run = await runFilesToEnd(stage.admin, { pair, tasks });
    expect(run.status).toBe('finished_with_warnings');
    const log = await logOf(stage.admin, run.id);
    expect(log).toContainEqual(expect.stringMatching(/^\[file_skipped\] .*"a\.xyz": The extension/));
    expect(log).toContainEqual(expect.stringMatching(/^\[no_files\] /));
  });

  it('repeats itself by the places of rows where the secret is given', async () => {
    const tasks = TASK.replace('hash_columns: [id]', 'hash_columns: []').replace('hash\n', 'imitate\n');
    const options = { run_secret: 'a secret that is given twice' };
    const outcome = async (): Promise<string> => {
      const pair = await stage.pair();
      pair.source.put('a.csv', 'id,mail\n1,anna7@example.com\n2,anna7@example.com\n');
      expect((await runFilesToEnd(stage.admin, { pair, tasks, options })).status).toBe('finished');
      return pair.destination.text('a.csv');
    };
    const [one, two] = [await outcome(), await outcome()];
    expect(one).toBe(two);
    const [, first, second] = one.split('\n').map((line) => line.split(',')[1]);
    expect(first).not.toBe(second);
  });
});

describe('a failed run on files that is tried again', () => {
  it('masks what was not written, and leaves the rest as it is', async () => {
    const pair = await stage.pair();
    pair.source.put('a.csv', 'id,mail\n1,a\n');
    pair.source.put('b.csv', 'id,email\n1,a\n');
    const order = { pair, tasks: TASK, options: { continue_on_failure: true } };
    const run = await runFilesToEnd(stage.admin, order);
    expect([run.status, pair.destination.paths()]).toEqual(['failed', ['a.csv']]);
    pair.destination.put('a.csv', 'is not written again');
    pair.source.put('b.csv', 'id,mail\n1,a\n');
    await stage.admin.post(`/api/runs/${run.id}/retry/`).expect(201);
    const again = await awaitRun(stage.admin, run.id);
    expect([again.status, pair.destination.paths()]).toEqual(['finished', ['a.csv', 'b.csv']]);
    expect(pair.destination.text('a.csv')).toBe('is not written again');
    expect(again.progress).toMatchObject({ files_total: 2, files_done: 2 });
  });
});

describe('starting a run on files', () => {
  it('needs a destination that is another place, and the right roles', async () => {
    const pair = await stage.pair();
    const same = await createConnection(
      stage.admin,
      shareBody(`${pair.source.root.slice(stage.mounts.length)}/`, 'destination'),
    );
    const refusal = async (sourceId: string, destinationId: string | null): Promise<unknown> => {
      const { body } = await stage.admin
        .post('/api/runs/', {
          ...{ name: 'x', source_connection: sourceId, destination_connection: destinationId, options: {} },
          ruleset: await createFileTasks(stage.admin, TASK),
        })
        .expect(400);
      return body as unknown;
    };
    const all = await stage.admin.post('/api/runs/', {
      ...{ name: 'x', source_connection: pair.sourceId, options: { dry_run: 'yes' } },
      ruleset: await createFileTasks(stage.admin, TASK),
    });
    expect(all.body).toEqual({
      destination_connection: [expect.stringContaining('need a destination') as string],
      options: ['dry_run must be true or false.'],
    });
    expect(await refusal(pair.sourceId, null)).toEqual({
      destination_connection: [expect.stringContaining('need a destination') as string],
    });
    expect(await refusal(pair.sourceId, same)).toEqual({
      destination_connection: [expect.stringContaining('same place') as string],
    });
    expect(await refusal(pair.sourceId, pair.sourceId)).toEqual({
      destination_connection: [expect.stringContaining('is_file_mask_destination') as string],
    });
    expect(await refusal(pair.destinationId, pair.destinationId)).toMatchObject({
      source_connection: [expect.stringContaining('is_file_mask_source') as string],
    });
  });

  it.each([
    ['destination lies inside the source', ['', '/inner']],
    ['source lies inside the destination', ['/inner', '']],
  ])('is refused before the first write where the %s and folders are descended into', async (_, places) => {
    const pair = await stage.pair();
    pair.source.put('a.csv', 'id,mail\n1,OUTER\n');
    pair.source.put('inner/a.csv', 'id,mail\n1,INNER\n');
    pair.source.put('inner/inner/a.csv', 'id,mail\n1,INNERMOST\n');
    const base = pair.source.root.slice(stage.mounts.length + 1);
    const [sourceId, destinationId] = await Promise.all([
      createConnection(stage.admin, shareBody(`${base}${places[0]!}`, 'source')),
      createConnection(stage.admin, shareBody(`${base}${places[1]!}`, 'destination')),
    ]);
    const run = await runFilesToEnd(stage.admin, { pair: { sourceId, destinationId }, tasks: TASK });
    expect(run).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('lies inside the other') as string,
    });
    expect(pair.source.text('a.csv')).toContain('OUTER');
    expect(pair.source.text('inner/a.csv')).toContain('INNER\n');
    expect(pair.source.paths()).toHaveLength(3);
  });

  it('has no report before its end', async () => {
    const pair = await stage.pair();
    pair.source.put('a.csv', 'id,mail\n1,a\n');
    // Nobody can note a part of a run, so that it does not come to its end.
    const id = await whileHeld(stage.app.database, 'LOCK TABLE run_partition IN EXCLUSIVE MODE', async () => {
      const started = await startFileRun(stage.admin, { pair, tasks: TASK });
      await stage.admin.get(`/api/runs/${started}/run-report/`).expect(404);
      return started;
    });
    await awaitRun(stage.admin, id);
    await stage.admin.get(`/api/runs/${id}/run-report/`).expect(200);
  });
});
