import { ChaosStage } from '../../bench/chaos/chaos-stage.js';
import { VICTIMS } from '../../bench/chaos/kill-plan.js';
import { letLoose } from '../../bench/chaos/rounds.js';
import { killCount } from '../support/kill-count.js';

/**
 * `npm run chaos` does the same with more kills and more rows; another seed each time, set it to repeat one. All servers are
 * its own: where tests run on given ones too, a few kills more are enough.
 */
const KILLS = killCount({ embedded: 10, given: 3 });
const ROWS = 6_000;
const SEED = Number(process.env.VIZARD_CRASH_SEED ?? Date.now() % 1_000_000);

it(
  `runs of all kinds end like undisturbed ones after ${KILLS} kills of processes and servers`,
  async () => {
    const stage = await ChaosStage.start({ topology: 'pods', rows: ROWS });
    let orphans: readonly number[] = [];
    const lines: string[] = [];
    const report = await letLoose(stage, {
      ...{ seed: SEED, kills: KILLS, victims: VICTIMS, longestPauseMs: 1_200 },
      say: (line) => lines.push(line),
    }).finally(async () => {
      orphans = await stage.stop();
    });
    const told = report.faults.length === 0 ? [] : [`seed ${SEED}`, ...lines, ...report.faults];
    expect({ told, orphans }).toEqual({ told: [], orphans: [] });
    const killed = [...report.killed.values()].reduce((sum, times) => sum + times, 0);
    expect(killed).toBe(KILLS);
  },
  30 * 60_000,
);
