import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../common/logging/logger.js';
import type { JobName, JobPayloads } from './job-payloads.js';
import type { JobRegistry } from './job-registry.js';

/** How a job ended. `interrupted`: the worker is draining and the handler may have stopped in the middle. */
export type JobOutcome = 'done' | 'failed' | 'interrupted';

/** Runs jobs in this worker process and knows which are running, so that a stop can wait for them. */
export class JobRunner {
  private readonly draining = new AbortController();
  private readonly running = new Set<Promise<JobOutcome>>();

  constructor(
    private readonly registry: JobRegistry,
    private readonly logger: Logger,
  ) {}

  /** Never throws: a failure is logged and returned. */
  run<N extends JobName>(name: N, payload: JobPayloads[N]): Promise<JobOutcome> {
    const outcome = this.attempt(name, payload);
    this.running.add(outcome);
    void outcome.finally(() => this.running.delete(outcome));
    return outcome;
  }

  /** Asks every handler to stop at its next safe point, and waits for them, but no longer than `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    this.draining.abort();
    const timer = new AbortController();
    await Promise.race([
      Promise.allSettled(this.running),
      sleep(graceMs, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
  }

  private isDraining(): boolean {
    return this.draining.signal.aborted;
  }

  private async attempt<N extends JobName>(name: N, payload: JobPayloads[N]): Promise<JobOutcome> {
    if (this.isDraining()) {
      return 'interrupted';
    }
    try {
      await this.registry.run(name, payload, this.draining.signal);
    } catch (err) {
      if (!this.isDraining()) {
        this.logger.error('A job failed', { job: name, payload, err });
        return 'failed';
      }
      this.logger.debug('A job was interrupted', { job: name, payload, err });
    }
    return this.isDraining() ? 'interrupted' : 'done';
  }
}
