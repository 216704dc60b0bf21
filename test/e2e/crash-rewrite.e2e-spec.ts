import { ChaosStage } from '../../bench/chaos/chaos-stage.js';
import { letLoose } from '../../bench/chaos/rounds.js';
import { RewriteLoad } from '../../bench/chaos/rewrite-load.js';
import { killCount } from '../support/kill-count.js';

const ROWS = 100_000;
/**
 * In each round a table is written anew, which a few kills disturb at most: it is done in one step. All servers are its own:
 * where tests run on given ones too, one round more is enough.
 */
const KILLS = killCount({ embedded: 10, given: 3 });
const KILLS_PER_ROUND = 3;

/** Other moments each time; set it to repeat them. */
const SEED = Number(process.env.VIZARD_CRASH_SEED ?? Date.now() % 1_000_000);

it(
  `a table that is written anew is the one an undisturbed run leaves, after ${KILLS} kills of processes and of its server`,
  async () => {
    process.stdout.write(`Kills while a table is written anew: seed ${SEED}\n`);
    const stage = await ChaosStage.start({
      ...{ topology: 'pods', rows: ROWS, workers: 2 },
      only: (target, rows) => new RewriteLoad(target, rows),
    });
    const lines: string[] = [];
    const report = await letLoose(stage, {
      ...{ seed: SEED, kills: KILLS, killsPerRound: KILLS_PER_ROUND, longestPauseMs: 5_000 },
      victims: ['worker', 'api', 'redis', 'postgres', 'store'],
      say: (line) => lines.push(line),
    }).finally(() => stage.stop());
    const told = report.faults.length === 0 ? [] : [`seed ${SEED}`, ...lines, ...report.faults];
    expect(told).toEqual([]);
    expect([...report.killed.values()].reduce((sum, times) => sum + times, 0)).toBe(KILLS);
  },
  30 * 60_000,
);
