import { setTimeout as sleep } from 'node:timers/promises';
import { awaitRun, logOf } from '../support/builders/run.builder.js';
import { reportOf, runFilesToEnd, startFileRun, useFileStage } from '../support/file-stage.js';
import { killOneAtWork } from '../support/kill-worker.js';
import { seededRandom } from '../support/random.js';

const stage = useFileStage();

const FILES = 12;
const ROWS = 20_000;
const KILLS = 6;
const OPTIONS = { run_secret: 'the same secret for every run here' };
/** Another moment each time; set it to repeat one. */
const SEED = Number(process.env.VIZARD_CRASH_SEED ?? Date.now() % 1_000_000);
const random = seededRandom(SEED);

const TASKS = `  - type: mask_tabular_file
    recurse: true
    workers: 2
    rules:
      - column: mail
        hash_columns: [id]
        masks: [{type: hash}]
      - column: note
        masks: [{type: imitate}]
`;

const content = (file: number): string =>
  `id,mail,note\n${Array.from({ length: ROWS }, (_, row) => `${row},m${row}@example.com,note ${file} of ${row}`).join('\n')}\n`;

describe('workers that are killed while they mask files', () => {
  it(`at ${KILLS} random moments leave whole files, as an uninterrupted run makes them, and nothing else`, async () => {
    const [calm, disturbed] = [await stage.pair(), await stage.pair()];
    for (let file = 0; file < FILES; file += 1) {
      calm.source.put(`d${file % 3}/f${file}.csv`, content(file));
      disturbed.source.put(`d${file % 3}/f${file}.csv`, content(file));
    }
    const expected = await runFilesToEnd(stage.admin, { pair: calm, tasks: TASKS, options: OPTIONS });
    expect(expected.status).toBe('finished');

    const id = await startFileRun(stage.admin, { pair: disturbed, tasks: TASKS, options: OPTIONS });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const rows = Math.floor(((kill + random()) / KILLS) * 0.8 * FILES * ROWS);
      await awaitRun(stage.admin, id, (run) => run.progress.rows_done >= rows && run.status === 'running');
      await sleep(random() * 50);
      while (!(await killOneAtWork(stage.app, id))) {
        await awaitRun(stage.admin, id, (run) => run.status === 'running');
        await sleep(20);
      }
      // What is shown at any moment is whole.
      for (const path of shown(disturbed.destination.paths())) {
        expect(disturbed.destination.text(path) === calm.destination.text(path)).toBe(true);
      }
    }
    const run = await awaitRun(stage.admin, id);
    const context = `seed ${SEED}: ${(await logOf(stage.admin, id)).join('\n')}`;
    expect({ status: run.status, context: run.status === 'finished' ? '' : context }).toEqual({
      ...{ status: 'finished', context: '' },
    });
    expect(disturbed.destination.paths()).toEqual(calm.destination.paths());
    for (const path of calm.destination.paths()) {
      expect(disturbed.destination.text(path) === calm.destination.text(path)).toBe(true);
    }
    expect(run.progress).toMatchObject({ rows_done: FILES * ROWS, files_done: FILES });
    expect((await reportOf(stage.admin, id)).every(({ rows }) => rows === String(ROWS))).toBe(true);
  });

  it('leave nothing behind when the run is cancelled before another takes the file up', async () => {
    const pair = await stage.pair();
    pair.source.put('big.csv', content(0).repeat(20).replaceAll('\nid,mail,note', ''));
    const id = await startFileRun(stage.admin, { pair, tasks: TASKS, options: OPTIONS });
    await awaitRun(stage.admin, id, (run) => run.progress.rows_done > 0);
    expect(pair.destination.paths()).toHaveLength(1);
    while (!(await killOneAtWork(stage.app, id))) {
      await sleep(20);
    }
    await stage.admin.post(`/api/runs/${id}/cancel/`).expect(201);
    expect((await awaitRun(stage.admin, id)).status).toBe('cancelled');
    expect(pair.destination.paths()).toEqual([]);
  });
});

it('ends soon after a cancellation, and shows no half of the file', async () => {
  const pair = await stage.pair();
  pair.source.put('big.csv', content(0).repeat(40).replaceAll('\nid,mail,note', ''));
  const id = await startFileRun(stage.admin, { pair, tasks: TASKS, options: OPTIONS });
  await awaitRun(stage.admin, id, (run) => run.progress.rows_done > 0);
  const asked = Date.now();
  await stage.admin.post(`/api/runs/${id}/cancel/`).expect(201);
  expect((await awaitRun(stage.admin, id)).status).toBe('cancelled');
  expect(Date.now() - asked).toBeLessThan(15_000);
  expect(pair.destination.paths()).toEqual([]);
  expect(await logOf(stage.admin, id)).toContainEqual(
    expect.stringMatching(/cancelled \(\d+ rows masked; files already written stay\)/),
  );
});

/** Hidden names are of files that are being written. */
function shown(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !path.includes('/.') && !path.startsWith('.'));
}
