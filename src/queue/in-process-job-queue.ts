import { UnavailableError } from '../common/errors/domain-error.js';
import type { Logger } from '../common/logging/logger.js';
import { onwardCarrier } from '../common/tracing/tracing.js';
import type { FromWorker, JobMessage, ToWorker } from './in-process/messages.js';
import { PendingJobs, type PendingJob } from './in-process/pending-jobs.js';
import { MAX_ATTEMPTS, MAX_LOST_WORKERS, RETRY_DELAY_MS, type LaneSlots } from './job-limits.js';
import { JOB_LANES, type JobLane, type JobName, type JobPayloads } from './job-payloads.js';
import { JobQueue, type EnqueueOptions } from './job-queue.js';

/** A worker process as the queue sees it. */
export interface WorkerLink {
  readonly workerId: string;
  send(message: ToWorker): void;
}

interface Seat {
  readonly link: WorkerLink;
  readonly jobs: Map<number, PendingJob>;
  /** False: it drains and gets no more jobs. */
  takesJobs: boolean;
}

const LANES: readonly JobLane[] = ['step', 'work'];

/**
 * Driver for one machine: jobs wait in the supervising process and go to its worker processes as messages. Jobs of a
 * worker that died go to another one. Nothing is stored: PostgreSQL knows what is unfinished.
 */
export class InProcessJobQueue extends JobQueue {
  private readonly seats = new Map<WorkerLink, Seat>();
  private readonly pending = new PendingJobs(() => this.dispatch());
  private nextTicket = 1;
  private closed = false;

  constructor(
    private readonly slots: LaneSlots,
    private readonly logger: Logger,
  ) {
    super();
  }

  enqueue<N extends JobName>(name: N, payload: JobPayloads[N], options: EnqueueOptions = {}): Promise<void> {
    if (this.closed) {
      return Promise.reject(new UnavailableError('The server is stopping.'));
    }
    this.accept({ name, payload, trace: onwardCarrier() }, options);
    return Promise.resolve();
  }

  workersAlive(): Promise<boolean> {
    return Promise.resolve([...this.seats.values()].some((seat) => seat.takesJobs));
  }

  /** It is in this process, or in the one that watches over it. */
  isReachable(): Promise<boolean> {
    return Promise.resolve(true);
  }

  depth(): Promise<number> {
    return Promise.resolve(this.pending.size);
  }

  /** A worker is ready for jobs. */
  attach(link: WorkerLink): void {
    this.seats.set(link, { link, jobs: new Map(), takesJobs: true });
    this.dispatch();
  }

  /** A worker said something that concerns jobs. */
  receive(link: WorkerLink, message: FromWorker): void {
    if (message.kind === 'enqueue') {
      if (!this.closed) {
        this.accept(message.job, message.options);
      }
      link.send({ kind: 'accepted', request: message.request });
    } else if (message.kind === 'ended') {
      this.end(link, message.ticket, message.outcome);
    } else if (message.kind === 'leaving') {
      this.retire(link);
    }
  }

  /** A worker finishes what it has and leaves. */
  retire(link: WorkerLink): void {
    const seat = this.seats.get(link);
    if (seat !== undefined) {
      seat.takesJobs = false;
    }
  }

  /** A worker is gone; what it had not ended goes to another. */
  detach(link: WorkerLink): void {
    const seat = this.seats.get(link);
    this.seats.delete(link);
    for (const pending of [...(seat?.jobs.values() ?? [])].reverse()) {
      pending.lostWorkers += 1;
      if (pending.lostWorkers >= MAX_LOST_WORKERS) {
        const text =
          'A job is put aside, as its workers were lost; unfinished work is found again within a minute';
        this.logger.warn(text, {
          job: pending.job.name,
          payload: pending.job.payload,
          lostWorkers: pending.lostWorkers,
        });
        this.pending.forget(pending);
      } else if (!this.closed) {
        this.pending.waitFirst(pending);
      }
    }
  }

  /** Accepts and hands out nothing more. Workers may still end their jobs. */
  close(): void {
    this.closed = true;
    this.pending.clear();
  }

  private accept(job: JobMessage, options: EnqueueOptions): void {
    const uniqueKey = options.jobId === undefined ? null : `${job.name}/${options.jobId}`;
    const pending: PendingJob = { job, lane: JOB_LANES[job.name], uniqueKey, failures: 0, lostWorkers: 0 };
    this.pending.accept(pending, options.delayMs ?? 0);
  }

  private end(link: WorkerLink, ticket: number, outcome: 'done' | 'failed' | 'interrupted'): void {
    const seat = this.seats.get(link);
    const pending = seat?.jobs.get(ticket);
    if (seat === undefined || pending === undefined) {
      return;
    }
    seat.jobs.delete(ticket);
    if (outcome === 'interrupted' && !this.closed) {
      this.pending.waitFirst(pending);
    } else if (outcome === 'failed' && (pending.failures += 1) < MAX_ATTEMPTS && !this.closed) {
      this.pending.wait(pending, RETRY_DELAY_MS * 2 ** (pending.failures - 1));
    } else {
      this.pending.forget(pending);
    }
    this.dispatch();
  }

  private dispatch(): void {
    for (const lane of LANES) {
      while (!this.closed && this.pending.has(lane)) {
        const seat = this.freest(lane);
        const pending = seat === undefined ? undefined : this.pending.take(lane);
        if (seat === undefined || pending === undefined) {
          break;
        }
        const ticket = this.nextTicket++;
        seat.jobs.set(ticket, pending);
        seat.link.send({ kind: 'job', ticket, job: pending.job });
      }
    }
  }

  /** The worker with the most free slots of a lane. */
  private freest(lane: JobLane): Seat | undefined {
    const busyOf = (seat: Seat): number => [...seat.jobs.values()].filter((job) => job.lane === lane).length;
    return [...this.seats.values()]
      .filter((seat) => seat.takesJobs && busyOf(seat) < this.slots[lane])
      .sort((a, b) => busyOf(a) - busyOf(b))[0];
  }
}
