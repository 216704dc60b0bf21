import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../common/logging/logger.js';
import type { Config } from '../config/config.js';
import type { FromWorker, ToWorker } from './in-process/messages.js';
import type { InProcessJobQueue, WorkerLink } from './in-process-job-queue.js';
import type { JobQueue } from './job-queue.js';

export interface SupervisorOptions {
  /** Compiled entry file of a worker process. */
  readonly entry: string;
  readonly processes: number;
  readonly config: Config;
  readonly logger: Logger;
  readonly queue: JobQueue;
  /** Null: the workers take their jobs from Bull. */
  readonly inProcess: InProcessJobQueue | null;
  /** A worker says that none can ever work: the program cannot do its job. */
  readonly onUnfit: (reason: string) => void;
}

interface SupervisedProcess {
  readonly child: ChildProcess;
  readonly startedAt: number;
  link: WorkerLink | null;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 15_000;
/** After one that had become ready: starting is not what fails, and what killed it is given up on elsewhere. */
const LONGEST_PAUSE_AT_WORK_MS = 1_000;
/** A worker that lived this long had a good start: the next pause is short again. */
const GOOD_LIFE_MS = 20_000;
const DRAIN_MS = 20_000;

/**
 * Keeps a number of worker processes alive. A dead one is reported (`release-worker`), its jobs go to others, and it is
 * replaced after a pause that grows while starts keep failing.
 */
export class WorkerSupervisor {
  private readonly processes = new Set<SupervisedProcess>();
  private readonly pauses = new AbortController();
  private failuresInARow = 0;
  private stopping = false;

  constructor(private readonly options: SupervisorOptions) {}

  start(): void {
    for (let index = 0; index < this.options.processes; index += 1) {
      this.spawn();
    }
  }

  /** Process ids, for tests and the log. */
  pids(): number[] {
    return [...this.processes].flatMap(({ child }) => child.pid ?? []);
  }

  /** Lets the workers reach a safe point, then ends them; by force after a grace time. */
  async stop(graceMs = DRAIN_MS): Promise<void> {
    this.stopping = true;
    this.pauses.abort();
    const ends = [...this.processes].map(async (supervised) => {
      const { child } = supervised;
      const ended = new Promise<void>((resolve) => {
        child.once('exit', () => {
          resolve();
        });
      });
      if (supervised.link === null) {
        // Still starting: it has claimed nothing, and would not listen for a while.
        child.kill('SIGKILL');
      } else {
        this.options.inProcess?.retire(supervised.link);
        send(child, { kind: 'drain' });
      }
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(timer);
    });
    await Promise.all(ends);
  }

  private spawn(): void {
    const { entry, config, inProcess } = this.options;
    const child = fork(entry, [], {
      execArgv: ['--enable-source-maps'],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const supervised: SupervisedProcess = { child, startedAt: Date.now(), link: null };
    this.processes.add(supervised);
    child.on('message', (message) => {
      this.receive(supervised, message as FromWorker);
    });
    child.once('error', (err) => {
      this.options.logger.error('A worker process could not be started or reached', { err });
      if (child.pid === undefined) {
        // Never started, so there will be no `exit`.
        this.bury(supervised, null, null);
      }
    });
    child.once('exit', (code, signal) => {
      this.bury(supervised, code, signal);
    });
    send(child, { kind: 'start', config, usesBull: inProcess === null });
  }

  private receive(supervised: SupervisedProcess, message: FromWorker): void {
    const { inProcess, logger } = this.options;
    if (message.kind === 'ready') {
      const link: WorkerLink = {
        workerId: message.workerId,
        send: (answer) => {
          send(supervised.child, answer);
        },
      };
      supervised.link = link;
      logger.debug('A worker is ready', { workerId: link.workerId });
      if (!this.stopping) {
        inProcess?.attach(link);
      }
    } else if (message.kind === 'unfit') {
      this.stopping = true;
      this.options.onUnfit(message.reason);
    } else if (supervised.link !== null) {
      inProcess?.receive(supervised.link, message);
    }
  }

  private bury(supervised: SupervisedProcess, code: number | null, signal: NodeJS.Signals | null): void {
    const { inProcess, logger, queue } = this.options;
    this.processes.delete(supervised);
    if (supervised.link !== null) {
      const { workerId } = supervised.link;
      inProcess?.detach(supervised.link);
      if (!this.stopping) {
        queue.enqueue('release-worker', { workerId }, { jobId: workerId }).catch((err: unknown) => {
          logger.warn('A dead worker could not be reported; its claims go stale instead', { workerId, err });
        });
      }
    }
    if (this.stopping) {
      return;
    }
    logger.warn('A worker process ended and is replaced', {
      workerId: supervised.link?.workerId ?? null,
      exitCode: code,
      signal,
    });
    void this.replace(supervised);
  }

  private async replace(dead: SupervisedProcess): Promise<void> {
    const wasReady = dead.link !== null;
    const hadGoodLife = wasReady && Date.now() - dead.startedAt > GOOD_LIFE_MS;
    this.failuresInARow = hadGoodLife ? 0 : this.failuresInARow + 1;
    const longest = wasReady ? LONGEST_PAUSE_AT_WORK_MS : LONGEST_PAUSE_MS;
    const pause = Math.min(longest, FIRST_PAUSE_MS * 2 ** Math.max(0, this.failuresInARow - 1));
    await sleep(pause, undefined, { signal: this.pauses.signal }).catch(() => undefined);
    if (!this.stopping) {
      this.spawn();
    }
  }
}

/** A message to a process that is just going away is lost, as the process is. */
function send(child: ChildProcess, message: ToWorker): void {
  if (child.connected) {
    child.send(message, () => undefined);
  }
}
