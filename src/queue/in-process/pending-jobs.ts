import type { JobLane } from '../job-payloads.js';
import type { JobMessage } from './messages.js';

/** A job from its acceptance to its end. */
export interface PendingJob {
  readonly job: JobMessage;
  readonly lane: JobLane;
  /** Null: never taken for a copy of another. */
  readonly uniqueKey: string | null;
  failures: number;
  lostWorkers: number;
}

/** Jobs that wait for a worker, first in, first out per lane, and the keys of all that have not ended. */
export class PendingJobs {
  private readonly waiting: Record<JobLane, PendingJob[]> = { step: [], work: [] };
  private readonly keys = new Set<string>();
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(private readonly onWaiting: () => void) {}

  /** False: the same job waits or runs already. */
  accept(job: PendingJob, delayMs: number): boolean {
    if (job.uniqueKey !== null) {
      if (this.keys.has(job.uniqueKey)) {
        return false;
      }
      this.keys.add(job.uniqueKey);
    }
    this.wait(job, delayMs);
    return true;
  }

  /** Puts a job that has a key already (again) among the waiting. */
  wait(job: PendingJob, delayMs: number): void {
    if (delayMs <= 0) {
      this.waiting[job.lane].push(job);
      this.onWaiting();
      return;
    }
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.wait(job, 0);
    }, delayMs);
    this.timers.add(timer);
  }

  /** A lost worker's jobs go first: they have waited longest. */
  waitFirst(job: PendingJob): void {
    this.waiting[job.lane].unshift(job);
    this.onWaiting();
  }

  /** How many wait, postponed ones included. */
  get size(): number {
    return this.waiting.step.length + this.waiting.work.length + this.timers.size;
  }

  has(lane: JobLane): boolean {
    return this.waiting[lane].length > 0;
  }

  take(lane: JobLane): PendingJob | undefined {
    return this.waiting[lane].shift();
  }

  /** The job has ended: its key is free again. */
  forget(job: PendingJob): void {
    if (job.uniqueKey !== null) {
      this.keys.delete(job.uniqueKey);
    }
  }

  /** Drops everything; PostgreSQL remembers what is unfinished. */
  clear(): void {
    this.timers.forEach((timer) => {
      clearTimeout(timer);
    });
    this.timers.clear();
    this.keys.clear();
    this.waiting.step = [];
    this.waiting.work = [];
  }
}
