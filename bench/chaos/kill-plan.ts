import { seededRandom } from '../../test/support/random.js';

/** What is killed: processes of ours, and servers that they depend on. `store` is our own PostgreSQL. */
export const VICTIMS = ['worker', 'api', 'redis', 'postgres', 'mariadb', 'store'] as const;
export type Victim = (typeof VICTIMS)[number];

export interface Kill {
  readonly victim: Victim;
  /** Which of several, from 0 to 1. */
  readonly which: number;
  /** The pause before it as a share of the longest, from 0 to 1. */
  readonly pause: number;
}

/** Workers die most often, as they do in life. */
const WEIGHTS: Readonly<Record<Victim, number>> = {
  ...{ worker: 9, api: 3, redis: 2, postgres: 3, mariadb: 2, store: 2 },
};

/** The kills of a seed, whatever happens in between; of `victims` only. */
export function planKills(seed: number, kills: number, victims: readonly Victim[]): readonly Kill[] {
  const random = seededRandom(seed);
  const lots = victims.flatMap((victim) => Array.from({ length: WEIGHTS[victim] }, () => victim));
  return Array.from({ length: kills }, () => ({
    victim: lots[Math.floor(random() * lots.length)]!,
    which: random(),
    pause: random(),
  }));
}
