import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Bull from 'bull';
import { Logger } from '../../src/common/logging/logger.js';
import { loadConfig } from '../../src/config/load-config.js';
import { BULL_QUEUES, bullOptions } from '../../src/queue/bull/bull-options.js';
import { BullJobQueue } from '../../src/queue/bull-job-queue.js';
import { InProcessJobQueue } from '../../src/queue/in-process-job-queue.js';
import { laneSlots } from '../../src/queue/job-limits.js';
import type { JobQueue } from '../../src/queue/job-queue.js';
import { WorkerSupervisor } from '../../src/queue/worker-supervisor.js';
import { startRedis, type TestRedis } from '../support/redis.js';

/** A line written by a test handler (test/support/queue-worker.mjs). */
export interface JobEvent {
  readonly event: 'start' | 'end' | 'aborted';
  readonly name: string;
  readonly id: number | string;
  readonly pid: number;
  readonly workerId: string;
  readonly time: number;
}

/** One driver with real worker processes. */
export interface QueueUnderTest {
  readonly queue: JobQueue;
  readonly supervisor: WorkerSupervisor;
  readonly redis: TestRedis | null;
  events(filter: Partial<JobEvent>): JobEvent[];
  /** Waits for `count` events; fails after `timeoutMs`. */
  seen(filter: Partial<JobEvent>, count?: number, timeoutMs?: number): Promise<JobEvent[]>;
  /** Jobs with the ids 600 to 699 end from now on, or no longer. */
  release(now: boolean): void;
  stop(): Promise<void>;
}

export async function startQueue(
  driver: 'in-process' | 'bull',
  workers: number,
  slots: number,
): Promise<QueueUnderTest> {
  const redis = driver === 'bull' ? await startRedis() : null;
  const dataDir = mkdtempSync(join(tmpdir(), 'vizard-test-queue-'));
  const root = process.cwd();
  const config = loadConfig({
    env: { DATA_DIR: dataDir, WORKER_SLOTS: String(slots), LOG_LEVEL: 'fatal', REDIS_URL: redis?.url },
    root,
    cwd: root,
    isTerminal: false,
  });
  const logger = Logger.create(config.log);
  const { queue, close } = redis === null ? inProcess(slots, logger) : bull(redis.url, logger);
  const supervisor = new WorkerSupervisor({
    entry: join(root, 'test', 'support', 'queue-worker.mjs'),
    processes: workers,
    config,
    logger,
    queue,
    inProcess: queue instanceof InProcessJobQueue ? queue : null,
    onUnfit: () => undefined,
  });
  supervisor.start();
  const events = (filter: Partial<JobEvent>): JobEvent[] => readEvents(dataDir).filter(matches(filter));
  return {
    queue,
    supervisor,
    redis,
    events,
    seen: async (filter, count = 1, timeoutMs = 300_000) => {
      const deadline = Date.now() + timeoutMs;
      while (events(filter).length < count) {
        if (Date.now() > deadline) {
          throw new Error(
            `Not seen ${count} times: ${JSON.stringify(filter)}: ${JSON.stringify(events({}))}`,
          );
        }
        await sleep(20);
      }
      return events(filter);
    },
    release: (now) => {
      const mark = join(dataDir, 'released');
      if (now) {
        writeFileSync(mark, '');
      } else {
        rmSync(mark, { force: true });
      }
    },
    stop: async () => {
      await supervisor.stop(5_000);
      await close();
      await redis?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Driver {
  readonly queue: JobQueue;
  close(): Promise<void>;
}

function inProcess(slots: number, logger: Logger): Driver {
  const queue = new InProcessJobQueue(laneSlots(slots), logger);
  return {
    queue,
    close: () => {
      queue.close();
      return Promise.resolve();
    },
  };
}

function bull(redisUrl: string, logger: Logger): Driver {
  const options = bullOptions(redisUrl, 'test');
  const queues = { step: new Bull(BULL_QUEUES.step, options), work: new Bull(BULL_QUEUES.work, options) };
  return {
    queue: new BullJobQueue(queues, logger),
    close: async () => {
      await Promise.all([queues.step.close(true), queues.work.close(true)]);
    },
  };
}

function readEvents(dataDir: string): JobEvent[] {
  try {
    const text = readFileSync(join(dataDir, 'jobs.log'), 'utf8');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as JobEvent);
  } catch {
    return [];
  }
}

function matches(filter: Partial<JobEvent>): (event: JobEvent) => boolean {
  return (event) => Object.entries(filter).every(([key, value]) => event[key as keyof JobEvent] === value);
}
