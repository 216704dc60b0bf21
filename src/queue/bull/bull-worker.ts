import type { Job, Queue } from 'bull';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BullJobData, BullQueues } from '../bull-job-queue.js';
import type { LaneSlots } from '../job-limits.js';
import type { JobLane, JobName } from '../job-payloads.js';
import type { JobRunner } from '../job-runner.js';

const CLOSE_TIMEOUT_MS = 5_000;

/** Takes jobs from Bull into this worker process. All logic is in the runner and the handlers. */
export class BullWorker {
  constructor(
    private readonly queues: BullQueues,
    private readonly slots: LaneSlots,
    private readonly runner: JobRunner,
  ) {}

  start(): void {
    this.take('step');
    this.take('work');
  }

  /** Takes no more jobs and lets the running ones reach a safe point. */
  async stop(graceMs: number): Promise<void> {
    const queues = Object.values(this.queues);
    const pauses = queues.map((queue) => queue.pause(true, true));
    await this.runner.drain(graceMs);
    // Closing waits until the outcomes are written; Redis may be away, and nothing is lost then.
    const closes = queues.map((queue) => queue.close());
    await Promise.race([
      Promise.allSettled([...pauses, ...closes]),
      sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
    ]);
  }

  private take(lane: JobLane): void {
    const queue: Queue<BullJobData> = this.queues[lane];
    // The promise lives as long as the queue; errors arrive as events.
    queue.process('*', this.slots[lane], (job) => this.work(job)).catch(() => undefined);
  }

  /** Throwing gives the job back: Bull tries it again, here or elsewhere. */
  private async work(job: Job<BullJobData>): Promise<void> {
    const { traceparent, tracestate, ...payload } = job.data;
    const trace = traceparent === undefined ? undefined : { traceparent, tracestate };
    const outcome = await this.runner.run(job.name as JobName, payload, trace);
    if (outcome !== 'done') {
      throw new Error(outcome);
    }
  }
}
