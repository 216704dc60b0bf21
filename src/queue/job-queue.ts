import type { JobName, JobPayloads } from './job-payloads.js';

export interface EnqueueOptions {
  /** While a job with this id waits or runs, enqueueing it again does nothing. Without it every call is one job. */
  readonly jobId?: string;
  readonly delayMs?: number;
}

/**
 * Carries wake-ups to workers. At-least-once: a job may run twice (worker lost, Redis lost, re-enqueued), so handlers
 * are idempotent and PostgreSQL stays the system of record.
 */
export abstract class JobQueue {
  /** Resolves once the driver has accepted the job. Throws `UnavailableError` when the queue cannot be reached. */
  abstract enqueue<N extends JobName>(
    name: N,
    payload: JobPayloads[N],
    options?: EnqueueOptions,
  ): Promise<void>;

  /** Are workers there to take jobs? Feeds the health check. */
  abstract workersAlive(): Promise<boolean>;

  /** Would the queue take a job now? */
  abstract isReachable(): Promise<boolean>;

  /** Jobs that no worker has taken yet, postponed ones included; null: not known here. */
  abstract depth(): Promise<number | null>;
}

/** Does the work of one job. `signal` aborts when the worker drains: stop at the next safe point and return. */
export type JobHandler<N extends JobName> = (payload: JobPayloads[N], signal: AbortSignal) => Promise<void>;

/**
 * The worker side: domains register their handlers at module init, the driver starts taking jobs afterwards.
 * Boot fails when a job of `JOB_LANES` has no handler, or two.
 */
export abstract class JobHandlers {
  abstract register<N extends JobName>(name: N, handler: JobHandler<N>): void;
}
