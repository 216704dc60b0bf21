/**
 * `npm run chaos [-- --kills 100 --seed 1 --rows 300000 --topology pods|one --victims worker,redis]`: runs on PostgreSQL, MariaDB, files and
 * discoveries at the same time, while processes of ours and the servers they depend on are killed at random moments. All
 * of it has to end as if nobody had disturbed it: see chaos/rounds.ts for what is compared. The kills follow the seed.
 */
import { parseArgs } from 'node:util';
import { ChaosStage } from './chaos/chaos-stage.js';
import { VICTIMS } from './chaos/kill-plan.js';
import { letLoose, seconds } from './chaos/rounds.js';

const LONGEST_PAUSE_MS = 8_000;

export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      rows: { type: 'string', default: '300000' },
      topology: { type: 'string', default: 'pods' },
      victims: { type: 'string', default: VICTIMS.join(',') },
      pause: { type: 'string', default: String(LONGEST_PAUSE_MS) },
    },
  });
  const topology = values.topology === 'one' ? 'one' : 'pods';
  const startedAt = performance.now();
  const stage = await ChaosStage.start({ topology, rows: Number(values.rows) });
  const report = await letLoose(stage, {
    ...{ seed: Number(values.seed), kills: Number(values.kills), longestPauseMs: Number(values.pause) },
    victims: VICTIMS.filter((victim) => values.victims.split(',').includes(victim)),
    say: (line) => {
      console.log(line);
    },
  });
  const orphans = await stage.stop();
  report.faults.push(...orphans.map((pid) => `process ${pid} outlived its end`));
  const killed = [...report.killed].map(([victim, times]) => `${times} ${victim}`);
  const answers = [...stage.client.answers].sort(([a], [b]) => a - b);
  console.log(
    [
      ...report.faults,
      `Killed, with seed ${values.seed}: ${killed.join(', ')}`,
      `${report.runs} runs in ${report.rounds} rounds, ${values.rows} rows in PostgreSQL each; undisturbed ${seconds(report.calmMs)} s, slowest round ${seconds(report.slowestRoundMs)} s, all ${seconds(performance.now() - startedAt)} s`,
      `Answers of the API (0: no connection): ${answers.map(([status, count]) => `${status}: ${count}`).join(', ')}`,
      `${report.faults.length} faults`,
    ].join('\n'),
  );
  process.exitCode = report.faults.length > 0 ? 1 : 0;
}
