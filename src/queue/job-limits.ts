import type { JobLane } from './job-payloads.js';

/** How often a failing handler is tried before the job is given up (unfinished work is found again each minute). */
export const MAX_ATTEMPTS = 3;
/** First pause before another try; it doubles. */
export const RETRY_DELAY_MS = 500;
/** A job whose worker died this often is put aside until recovery finds its work again: it may be what kills the workers. */
export const MAX_LOST_WORKERS = 3;
/** Step jobs are short and mostly wait for the database. */
export const STEP_SLOTS = 4;

/** Jobs of each lane that one worker process runs side by side. */
export type LaneSlots = Readonly<Record<JobLane, number>>;

export function laneSlots(workSlots: number): LaneSlots {
  return { step: STEP_SLOTS, work: workSlots };
}
