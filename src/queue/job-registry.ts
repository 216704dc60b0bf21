import { JOB_LANES, type JobName, type JobPayloads } from './job-payloads.js';
import { JobHandlers, type JobHandler } from './job-queue.js';

/** The program is built wrongly: a job without a handler, or with two. */
export class JobRegistryError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JobRegistryError';
  }
}

type AnyHandler = (payload: never, signal: AbortSignal) => Promise<void>;

/** The handlers of this worker process: exactly one per job, proved before the first job is taken. */
export class JobRegistry extends JobHandlers {
  private readonly handlers = new Map<JobName, AnyHandler>();

  register<N extends JobName>(name: N, handler: JobHandler<N>): void {
    if (!(name in JOB_LANES)) {
      throw new JobRegistryError(`Job ${name} is not in JOB_LANES.`);
    }
    if (this.handlers.has(name)) {
      throw new JobRegistryError(`Job ${name} has two handlers.`);
    }
    this.handlers.set(name, handler);
  }

  /** Throws when a job of `JOB_LANES` has no handler. */
  assertComplete(): void {
    const missing = Object.keys(JOB_LANES).filter((name) => !this.handlers.has(name as JobName));
    if (missing.length > 0) {
      throw new JobRegistryError(`Jobs without a handler: ${missing.join(', ')}.`);
    }
  }

  async run<N extends JobName>(name: N, payload: JobPayloads[N], signal: AbortSignal): Promise<void> {
    const handler = this.handlers.get(name);
    if (handler === undefined) {
      throw new JobRegistryError(`Job ${name} has no handler.`);
    }
    await handler(payload as never, signal);
  }
}
