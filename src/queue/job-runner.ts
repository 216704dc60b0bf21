import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../common/logging/logger.js';
import type { SpanStart, TraceCarrier } from '../common/tracing/tracer.js';
import { traced } from '../common/tracing/tracing.js';
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
  run<N extends JobName>(name: N, payload: JobPayloads[N], trace?: TraceCarrier): Promise<JobOutcome> {
    const outcome = this.attempt(name, payload, trace);
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

  private async attempt<N extends JobName>(
    name: N,
    payload: JobPayloads[N],
    trace?: TraceCarrier,
  ): Promise<JobOutcome> {
    if (this.isDraining()) {
      return 'interrupted';
    }
    try {
      await traced(jobSpan(name, payload, trace), () =>
        this.registry.run(name, payload, this.draining.signal),
      );
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

/** Payloads hold ids only, which are what a span says. */
function jobSpan(name: JobName, payload: object, parent: TraceCarrier | undefined): SpanStart {
  const attributes: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(payload) as [string, string | number][]) {
    attributes[snakeCase(key)] = value;
  }
  return { name: `job ${name}`, kind: 'consumer', attributes, parent };
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
