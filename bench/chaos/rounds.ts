import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosStage } from './chaos-stage.js';
import { planKills, type Kill, type Victim } from './kill-plan.js';
import { differences, type State } from './load.js';

export interface ChaosOptions {
  readonly seed: number;
  readonly kills: number;
  /** Of those that the stage has. */
  readonly victims: readonly Victim[];
  readonly longestPauseMs: number;
  /** More would keep steps that cannot be divided, such as rewriting keys, from ever getting through; absent: 10. */
  readonly killsPerRound?: number;
  /** Told after each round. */
  readonly say: (line: string) => void;
}

export interface ChaosReport {
  readonly killed: Map<Victim, number>;
  readonly faults: string[];
  runs: number;
  rounds: number;
  calmMs: number;
  slowestRoundMs: number;
}

const KILLS_PER_ROUND = 10;
const ROUND_MS = 900_000;
/** What is tidied up after the end of runs has so long. */
const TIDY_MS = 300_000;
const LOOK_MS = 250;

/** Ids of the runs by load, and what they left. */
interface Round {
  readonly runIds: readonly number[];
  readonly killed: readonly Victim[];
  readonly states: ReadonlyMap<string, State>;
  readonly faults: readonly string[];
  readonly ms: number;
}

/** A calm round tells what is expected; then rounds under kills until there were enough. */
export async function letLoose(stage: ChaosStage, options: ChaosOptions): Promise<ChaosReport> {
  const victims = options.victims.filter((victim) => stage.victims.includes(victim));
  const plan = [...planKills(options.seed, options.kills, victims)];
  const calm = await playRound(stage, [], options);
  const report: ChaosReport = {
    ...{ killed: new Map<Victim, number>(), faults: [...calm.faults] },
    ...{ runs: calm.runIds.length, rounds: 0, calmMs: calm.ms, slowestRoundMs: 0 },
  };
  if (calm.faults.length > 0) {
    report.faults.push(...(await logsOf(stage, calm.runIds)));
  }
  // On a fast machine no pause may outlast the round that it is to disturb.
  const paced = { ...options, longestPauseMs: Math.min(options.longestPauseMs, calm.ms / 2) };
  options.say(`Undisturbed: ${calm.runIds.length} runs in ${seconds(calm.ms)} s`);
  while (plan.length > 0 && !isFaulty(report)) {
    const round = await playRound(stage, plan.slice(0, options.killsPerRound ?? KILLS_PER_ROUND), paced);
    plan.splice(0, round.killed.length);
    report.rounds += 1;
    report.runs += round.runIds.length;
    report.slowestRoundMs = Math.max(report.slowestRoundMs, round.ms);
    round.killed.forEach((victim) => report.killed.set(victim, (report.killed.get(victim) ?? 0) + 1));
    report.faults.push(...round.faults, ...unlike(calm.states, round.states));
    if (isFaulty(report)) {
      report.faults.push(...(await logsOf(stage, round.runIds)));
    }
    options.say(
      `Round ${report.rounds}: ${round.killed.join(' ')}; ${seconds(round.ms)} s, ${report.faults.length} faults, ${plan.length} kills to go`,
    );
  }
  return report;
}

function isFaulty({ faults }: ChaosReport): boolean {
  return faults.length > 0;
}

async function playRound(
  stage: ChaosStage,
  kills: readonly Kill[],
  { longestPauseMs }: ChaosOptions,
): Promise<Round> {
  for (const load of stage.loads) {
    await load.prepare();
  }
  const startedAt = performance.now();
  const idsOf = new Map<string, readonly number[]>();
  for (const load of stage.loads) {
    idsOf.set(load.name, await load.start(stage.client));
  }
  const runIds = [...idsOf.values()].flat();
  const killed: Victim[] = [];
  for (const kill of kills) {
    await sleep(kill.pause * longestPauseMs);
    if (await stage.client.isOver(runIds)) {
      break;
    }
    await stage.kill(kill);
    killed.push(kill.victim);
  }
  const late = await untilNothing(ROUND_MS, async () =>
    (await stage.client.isOver(runIds)) ? [] : ['not every run came to an end'],
  );
  const ms = performance.now() - startedAt;
  const faults = [...late, ...(await untilNothing(TIDY_MS, () => leftBehind(stage, idsOf, runIds)))];
  const states = new Map<string, State>();
  for (const load of stage.loads) {
    states.set(load.name, await load.state(stage.client, idsOf.get(load.name) ?? []));
  }
  return { runIds, killed, states, faults, ms };
}

async function leftBehind(
  stage: ChaosStage,
  idsOf: ReadonlyMap<string, readonly number[]>,
  runIds: readonly number[],
): Promise<readonly string[]> {
  const found = [...(await stage.stuck(runIds))];
  for (const load of stage.loads) {
    const left = await load.leftovers(idsOf.get(load.name) ?? []);
    found.push(...left.map((each) => `${load.name}: left behind: ${each}`));
  }
  return found;
}

/** What is still found when the time is over. */
async function untilNothing(
  limitMs: number,
  look: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found.length === 0 || Date.now() > deadline) {
      return found;
    }
    await sleep(LOOK_MS);
  }
}

function unlike(expected: ReadonlyMap<string, State>, found: ReadonlyMap<string, State>): readonly string[] {
  return [...expected].flatMap(([name, state]) =>
    differences(state, found.get(name) ?? new Map()).map((line) => `${name}: ${line}`),
  );
}

async function logsOf({ client }: ChaosStage, runIds: readonly number[]): Promise<readonly string[]> {
  const logs: string[] = [];
  for (const id of runIds) {
    logs.push(`Log of run ${id}:\n  ${(await client.logOf(id)).join('\n  ')}`);
  }
  return logs;
}

export function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
