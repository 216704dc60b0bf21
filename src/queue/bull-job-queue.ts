import type { JobOptions, Queue } from 'bull';
import { UnavailableError } from '../common/errors/domain-error.js';
import type { Logger } from '../common/logging/logger.js';
import type { TraceCarrier } from '../common/tracing/tracer.js';
import { onwardCarrier } from '../common/tracing/tracing.js';
import { MAX_ATTEMPTS, RETRY_DELAY_MS } from './job-limits.js';
import { JOB_LANES, type JobLane, type JobName, type JobPayloads } from './job-payloads.js';
import { JobQueue, type EnqueueOptions } from './job-queue.js';

/** A payload, and what the job is a part of, where that is traced. */
export type BullJobData = JobPayloads[JobName] & TraceCarrier;
export type BullQueues = Readonly<Record<JobLane, Queue<BullJobData>>>;

/** Injection token of both Bull queues, in processes that use Redis. */
export const BULL = Symbol('BullQueues');

const ANSWER_TIMEOUT_MS = 5_000;
/** Redis away for longer than this: say so at once instead of letting commands pile up. */
const TOLERATED_OUTAGE_MS = 2_000;

/** Driver for several machines: Bull on Redis. Takes nothing by itself; see `BullWorker`. */
export class BullJobQueue extends JobQueue {
  private outageSince: number | null = null;

  /** `returned` is told when Redis was away and is back, perhaps without the jobs that it had. */
  constructor(
    private readonly queues: BullQueues,
    logger: Logger,
    private readonly returned: () => void = () => undefined,
  ) {
    super();
    for (const queue of Object.values(queues)) {
      queue.on('error', (error: Error) => {
        this.noteOutage(error, logger);
      });
      queue.client.on('ready', () => {
        this.noteReturn(logger);
      });
    }
  }

  async enqueue<N extends JobName>(
    name: N,
    payload: JobPayloads[N],
    options: EnqueueOptions = {},
  ): Promise<void> {
    const jobOptions: JobOptions = {
      attempts: MAX_ATTEMPTS,
      backoff: { type: 'exponential', delay: RETRY_DELAY_MS },
      removeOnComplete: true,
      removeOnFail: true,
      ...(options.jobId === undefined ? {} : { jobId: `${name}/${options.jobId}` }),
      ...(options.delayMs === undefined ? {} : { delay: options.delayMs }),
    };
    await this.answered(
      (queue) => queue.add(name, { ...payload, ...onwardCarrier() }, jobOptions),
      JOB_LANES[name],
    );
  }

  async workersAlive(): Promise<boolean> {
    const counts = await Promise.all([this.workerCount('step'), this.workerCount('work')]);
    return counts.every((count) => count > 0);
  }

  async depth(): Promise<number> {
    const counts = await Promise.all([this.waitingCount('step'), this.waitingCount('work')]);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Does Redis answer? */
  async isReachable(): Promise<boolean> {
    return this.answered((queue) => queue.client.ping(), 'step').then(
      () => true,
      () => false,
    );
  }

  private async workerCount(lane: JobLane): Promise<number> {
    return this.answered(async (queue) => (await queue.getWorkers()).length, lane).catch(() => 0);
  }

  private waitingCount(lane: JobLane): Promise<number> {
    return this.answered(async (queue) => {
      const { waiting, delayed } = await queue.getJobCounts();
      return waiting + delayed;
    }, lane);
  }

  private async answered<T>(ask: (queue: Queue) => Promise<T>, lane: JobLane): Promise<T> {
    if (this.outageSince !== null && Date.now() - this.outageSince > TOLERATED_OUTAGE_MS) {
      throw unreachable();
    }
    const answer = ask(this.queues[lane]);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(unreachable());
      }, ANSWER_TIMEOUT_MS);
    });
    try {
      return await Promise.race([answer, timeout]);
    } catch (error) {
      // The late answer of a command that we gave up on is nobody's unhandled rejection.
      answer.catch(() => undefined);
      throw error instanceof UnavailableError ? error : unreachable();
    } finally {
      clearTimeout(timer);
    }
  }

  private noteOutage(error: Error, logger: Logger): void {
    const isConnected = Object.values(this.queues).every((queue) => queue.client.status === 'ready');
    if (isConnected) {
      logger.warn('The queue reported an error', { err: error });
      return;
    }
    if (this.outageSince === null) {
      this.outageSince = Date.now();
      logger.warn('Redis cannot be reached; trying again', {
        code: (error as NodeJS.ErrnoException).code ?? null,
      });
    }
  }

  private noteReturn(logger: Logger): void {
    if (this.outageSince !== null) {
      this.outageSince = null;
      logger.info('Redis is back');
      this.returned();
    }
  }
}

function unreachable(): UnavailableError {
  return new UnavailableError('The job queue cannot be reached. Try again in a moment.');
}
