/**
 * `npm run bench -- cancel [--rows 1000000 --times 5]`: how long a cancellation takes, from the request to its answer and
 * to the end of the run, at random moments of masking a large table; and when a second run on the connection begins.
 */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeDataFolder } from '../test/support/data-folder.js';
import { KillableTarget } from '../test/support/killable-target.js';
import { createPeople, maskPeople } from '../test/support/people.js';
import { seededRandom } from '../test/support/random.js';
import { atMost } from './bars/bar.js';
import { ChaosClient } from './chaos/chaos-client.js';
import { Processes } from './chaos/processes.js';

const LONGEST_MS = 4_000;
const LOOK_MS = 10;

export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      rows: { type: 'string', default: '1000000' },
      times: { type: 'string', default: '5' },
      seed: { type: 'string', default: '1' },
    },
  });
  const random = seededRandom(Number(values.seed));
  const folder = makeDataFolder('cancel');
  const target = await KillableTarget.start();
  const processes = await Processes.start('one', {
    ...{ DATA_DIR: folder, LOG_LEVEL: 'error', RATE_LIMIT_MAX: '1000000' },
  });
  try {
    await createPeople(target, 'people', Number(values.rows));
    const client = new ChaosClient(() => processes.urls);
    await client.install();
    const connection = await client.create('/api/connections/', {
      ...{ version: '1.0', mask_type: 'database', db_type: 'postgres', ...target.address },
      ...{ schema: '', is_read_only: false },
    });
    const wish = {
      source_connection: connection,
      ruleset: await client.ruleset(maskPeople('people')),
      options: {},
    };
    const cancelled: number[] = [];
    for (let time = 0; time < Number(values.times); time += 1) {
      cancelled.push(await once(client, wish, 500 + random() * LONGEST_MS));
    }
    atMost(
      2_000,
      `from a wish to cancel to the end of the run, the longest of ${cancelled.length} times`,
      Math.max(...cancelled),
      ' ms',
    );
  } finally {
    await processes.stop();
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two runs on one connection; the first is cancelled while it masks, and then the second. Milliseconds to the end of the first. */
async function once(client: ChaosClient, wish: object, pauseMs: number): Promise<number> {
  const first = await client.create<number>('/api/runs/', wish);
  const second = await client.create<number>('/api/runs/', wish);
  await until(async () => (await client.run(first)).progress.rows_done > 0);
  await sleep(pauseMs);
  const waiting = (await client.run(second)).status;
  const asked = performance.now();
  await client.send('POST', `/api/runs/${first}/cancel/`);
  const answered = performance.now();
  await until(async () => (await client.run(first)).status === 'cancelled');
  const ended = performance.now();
  await until(async () => (await client.run(second)).status !== 'queued');
  const began = performance.now();
  const { rows_done: rows } = (await client.run(first)).progress;
  await client.send('POST', `/api/runs/${second}/cancel/`);
  await until(async () => (await client.run(second)).status === 'cancelled');
  const ms = (from: number, to: number): number => Math.round(to - from);
  console.log(
    `after ${rows} rows: answered in ${ms(asked, answered)} ms, cancelled after ${ms(asked, ended)} ms; the second run was ${waiting}, and began ${ms(ended, began)} ms later`,
  );
  return ended - asked;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    await sleep(LOOK_MS);
  }
}
