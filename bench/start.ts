/**
 * From the start of the program to the first answer of its health check: with an empty data folder (a database is made and
 * migrated), and with the one of before. The median of three times each.
 */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataFolder } from '../test/support/data-folder.js';
import { freePort } from '../test/support/guarded-process.js';
import { Program } from '../test/support/program.js';
import { atMost } from './bars/bar.js';

const TIMES = 3;
const POLL_MS = 10;

export async function run(): Promise<void> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const folder = makeDataFolder('start');
    cold.push(await secondsToAnswer(folder));
    warm.push(await secondsToAnswer(folder));
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`empty data folder: ${median(cold).toFixed(1)} s; used one: ${median(warm).toFixed(1)} s`);
  atMost(6, 'start with an empty data folder', median(cold), ' s');
  atMost(4, 'start with the data of before', median(warm), ' s');
}

async function secondsToAnswer(folder: string): Promise<number> {
  const port = await freePort();
  const start = performance.now();
  const program = Program.start({ env: { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'error' } });
  while (!(await isUp(port))) {
    if (program.child.exitCode !== null) {
      throw new Error(`The program has ended: ${program.output}`);
    }
    await sleep(POLL_MS);
  }
  const seconds = (performance.now() - start) / 1_000;
  await program.end();
  return seconds;
}

async function isUp(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/healthcheck/`).catch(() => null);
  return answer?.ok === true;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
