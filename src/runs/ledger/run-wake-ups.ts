import { Injectable } from '@nestjs/common';
import { Logger } from '../../common/logging/logger.js';
import { JobQueue } from '../../queue/job-queue.js';

/** A job that somebody should take because the ledger has changed. */
export type WakeUp =
  | { readonly job: 'advance-run'; readonly runId: number }
  | {
      readonly job: 'work-partition';
      readonly partitionId: number;
      /** Claims so far: a job that is under way must not swallow the next one's wake-up. */
      readonly claims: number;
      readonly delayMs?: number;
    };

/** Sends wake-ups. A lost one loses no work: recovery finds it in the ledger within a minute. */
@Injectable()
export class RunWakeUps {
  constructor(
    private readonly queue: JobQueue,
    private readonly logger: Logger,
  ) {}

  async send(wakeUps: readonly WakeUp[]): Promise<void> {
    try {
      for (const wakeUp of wakeUps) {
        await this.enqueue(wakeUp);
      }
    } catch (error) {
      this.logger.warn('Could not wake a worker; recovery will', { err: error, count: wakeUps.length });
    }
  }

  advance(runId: number): Promise<void> {
    return this.send([{ job: 'advance-run', runId }]);
  }

  /** A partition was given back after its n-th claim. */
  again(partitionId: number, claims: number, delayMs: number): Promise<void> {
    return this.send([{ job: 'work-partition', partitionId, claims, delayMs }]);
  }

  /** Somebody holds the partition who may be gone: it is looked at again when that would be certain. */
  lookAgain(partitionId: number, delayMs: number): Promise<void> {
    return this.queue
      .enqueue('work-partition', { partitionId }, { jobId: `partition-${partitionId}-look`, delayMs })
      .catch((err: unknown) => {
        this.logger.warn('Could not have a part looked at again; recovery will', { err, partitionId });
      });
  }

  private enqueue(wakeUp: WakeUp): Promise<void> {
    if (wakeUp.job === 'advance-run') {
      // No job id: a step that is under way may have read the ledger before our change.
      return this.queue.enqueue('advance-run', { runId: wakeUp.runId });
    }
    const { partitionId, claims, delayMs = 0 } = wakeUp;
    const jobId = `partition-${partitionId}-${claims}`;
    return this.queue.enqueue('work-partition', { partitionId }, { jobId, delayMs });
  }
}
