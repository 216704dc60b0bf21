import type { TraceCarrier } from '../../common/tracing/tracer.js';
import type { Config } from '../../config/config.js';
import type { JobName, JobPayloads } from '../job-payloads.js';
import type { EnqueueOptions } from '../job-queue.js';
import type { JobOutcome } from '../job-runner.js';

/** A job on the wire between processes: plain JSON. */
export interface JobMessage {
  readonly name: JobName;
  readonly payload: JobPayloads[JobName];
  /** What it is a part of, where that is traced. */
  readonly trace?: TraceCarrier | undefined;
}

/** What the supervisor says to a worker. */
export type ToWorker =
  /** First of all: the whole configuration, so that no secret stands on a command line. */
  | { readonly kind: 'start'; readonly config: Config; readonly usesBull: boolean }
  | { readonly kind: 'job'; readonly ticket: number; readonly job: JobMessage }
  | { readonly kind: 'accepted'; readonly request: number }
  | { readonly kind: 'drain' };

/** What a worker says to its supervisor. */
export type FromWorker =
  /** Handlers are complete; jobs may come. */
  | { readonly kind: 'ready'; readonly workerId: string }
  /** Can never work as it is built or set up; starting another one does not help. */
  | { readonly kind: 'unfit'; readonly reason: string }
  /** Drains on its own account: no more jobs, please. */
  | { readonly kind: 'leaving' }
  | { readonly kind: 'ended'; readonly ticket: number; readonly outcome: JobOutcome }
  | {
      readonly kind: 'enqueue';
      readonly request: number;
      readonly job: JobMessage;
      readonly options: EnqueueOptions;
    };
