import { setTimeout as sleep } from 'node:timers/promises';
import { awaitRun, isOver, logOf, showRun } from '../support/builders/run.builder.js';
import {
  reportOf,
  runFilesToEnd,
  startFileRun,
  useFileStage,
  type SharePair,
} from '../support/file-stage.js';
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

/** Kills whoever works on the run, when that many rows are done and a moment later; false: it was over before. */
async function killAfter(id: number, rows: number, ms = 0): Promise<boolean> {
  await awaitRun(stage.admin, id, (run) => run.progress.rows_done >= rows || isOver(run));
  await sleep(ms);
  while (!isOver(await showRun(stage.admin, id))) {
    if (await killOneAtWork(stage.app, id)) {
      return true;
    }
    await sleep(20);
  }
  return false;
}

const content = (file: number): string =>
  `id,mail,note\n${Array.from({ length: ROWS }, (_, row) => `${row},m${row}@example.com,note ${file} of ${row}`).join('\n')}\n`;

describe('workers that are killed while they mask files', () => {
  it(`at ${KILLS} random moments leave whole files, as an uninterrupted run makes them, and nothing else`, async () => {
    const calm = await stage.pair();
    for (let file = 0; file < FILES; file += 1) {
      calm.source.put(`d${file % 3}/f${file}.csv`, content(file));
    }
    const expected = await runFilesToEnd(stage.admin, { pair: calm, tasks: TASKS, options: OPTIONS });
    expect(expected.status).toBe('finished');

    // A run that is over before it was killed often enough is followed by another.
    for (let kills = 0; kills < KILLS;) {
      const killed = await killAtRandom(calm, KILLS - kills);
      kills += killed;
    }
  });

  /** Masks the files once more, and kills that often if there is time; gives how often it was. */
  async function killAtRandom(calm: SharePair, wanted: number): Promise<number> {
    const disturbed = { ...(await stage.pair()), sourceId: calm.sourceId };
    const id = await startFileRun(stage.admin, { pair: disturbed, tasks: TASKS, options: OPTIONS });
    let kills = 0;
    while (kills < wanted) {
      const rows = Math.floor(((kills + random()) / wanted) * 0.8 * FILES * ROWS);
      if (!(await killAfter(id, rows, random() * 50))) {
        break;
      }
      kills += 1;
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
    return kills;
  }

  it('leave nothing behind when the run is cancelled before another takes the file up', async () => {
    const pair = await stage.pair();
    pair.source.put('big.csv', content(0).repeat(20).replaceAll('\nid,mail,note', ''));
    await cancelledRun(pair, (id) => killAfter(id, 1));
    expect(pair.destination.paths()).toEqual([]);
  });
});

it('ends soon after a cancellation, and shows no half of the file', async () => {
  const pair = await stage.pair();
  pair.source.put('big.csv', content(0).repeat(40).replaceAll('\nid,mail,note', ''));
  const id = await cancelledRun(pair, async (run) => {
    const { progress } = await awaitRun(stage.admin, run, (at) => at.progress.rows_done > 0 || isOver(at));
    return progress.rows_done > 0;
  });
  expect(pair.destination.paths()).toEqual([]);
  expect(await logOf(stage.admin, id)).toContainEqual(
    expect.stringMatching(/cancelled \(\d+ rows masked; files already written stay\)/),
  );
});

/** The number of a run that was cancelled after `disturb`; one that was over before is followed by another. */
async function cancelledRun(pair: SharePair, disturb: (id: number) => Promise<boolean>): Promise<number> {
  for (;;) {
    pair.destination.empty();
    const id = await startFileRun(stage.admin, { pair, tasks: TASKS, options: OPTIONS });
    if (await disturb(id)) {
      const { status } = await stage.admin.post(`/api/runs/${id}/cancel/`);
      const run = await awaitRun(stage.admin, id);
      if (status === 201 && run.progress.files_done === 0) {
        expect(run.status).toBe('cancelled');
        return id;
      }
    }
  }
}

/** Hidden names are of files that are being written. */
function shown(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !path.includes('/.') && !path.startsWith('.'));
}
