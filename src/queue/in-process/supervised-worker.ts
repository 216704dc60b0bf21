import { UnavailableError } from '../../common/errors/domain-error.js';
import { onwardCarrier } from '../../common/tracing/tracing.js';
import type { JobName, JobPayloads } from '../job-payloads.js';
import { JobQueue, type EnqueueOptions } from '../job-queue.js';
import type { JobRunner } from '../job-runner.js';
import type { FromWorker, ToWorker } from './messages.js';

/** The worker's end of the line to its supervisor. */
export interface SupervisorLink {
  send(message: FromWorker): void;
  onMessage(listener: (message: ToWorker) => void): void;
}

/** Queue of a supervised worker: enqueueing is a message to the supervisor, which answers once it has the job. */
export class SupervisedJobQueue extends JobQueue {
  private nextRequest = 1;
  private readonly requests = new Map<number, () => void>();

  constructor(private readonly link: SupervisorLink) {
    super();
    link.onMessage((message) => {
      if (message.kind === 'accepted') {
        this.requests.get(message.request)?.();
        this.requests.delete(message.request);
      }
    });
  }

  enqueue<N extends JobName>(name: N, payload: JobPayloads[N], options: EnqueueOptions = {}): Promise<void> {
    const request = this.nextRequest++;
    return new Promise((resolve, reject) => {
      this.requests.set(request, resolve);
      try {
        this.link.send({ kind: 'enqueue', request, job: { name, payload, trace: onwardCarrier() }, options });
      } catch {
        this.requests.delete(request);
        reject(new UnavailableError('The supervising process is gone.'));
      }
    });
  }

  workersAlive(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** It is in this process, or in the one that watches over it. */
  isReachable(): Promise<boolean> {
    return Promise.resolve(true);
  }

  depth(): Promise<null> {
    return Promise.resolve(null);
  }
}

/** Takes jobs from the supervisor and reports how they ended. */
export function takeSupervisorsJobs(link: SupervisorLink, runner: JobRunner, workerId: string): void {
  link.onMessage((message) => {
    if (message.kind !== 'job') {
      return;
    }
    void runner.run(message.job.name, message.job.payload, message.job.trace).then((outcome) => {
      link.send({ kind: 'ended', ticket: message.ticket, outcome });
    });
  });
  link.send({ kind: 'ready', workerId });
}
