import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { Logger } from '../../src/common/logging/logger.js';
import { loadConfig } from '../../src/config/load-config.js';
import { BullWorker } from '../../src/queue/bull/bull-worker.js';
import { BULL, type BullQueues } from '../../src/queue/bull-job-queue.js';
import { JobRunner } from '../../src/queue/job-runner.js';
import { PartitionWorkers } from '../../src/runs/work/partition-workers.js';
import { WorkerModule } from '../../src/worker.module.js';

/** What a partition without any masking comes to: everything around it is real. */
const NOTHING_TO_MASK = { of: () => ({ work: () => Promise.resolve({ status: 'finished' }) }) };
/** As for workers of the program. */
const SLOTS = { step: 4, work: 2 };

/** So many workers in this process, each with its connections to Redis and PostgreSQL. */
async function startWorkers(count: number, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const cwd = process.cwd();
  const config = loadConfig({ env: { ...env, ROLE: 'worker' }, root: cwd, cwd, isTerminal: false });
  const logger = Logger.create(config.log);
  for (let each = 0; each < count; each += 1) {
    const setup = { workerId: `simulated-${process.pid}-${randomUUID().slice(0, 8)}`, supervisor: null };
    const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config, logger, setup), {
      logger: false,
    });
    Object.assign(app.get(PartitionWorkers, { strict: false }), NOTHING_TO_MASK);
    const queues = app.get<BullQueues>(BULL, { strict: false });
    new BullWorker(queues, SLOTS, app.get(JobRunner, { strict: false })).start();
  }
}

/** Its own process: the parent waits for the message, and ends us. */
startWorkers(Number(process.argv[2]), process.env).then(
  () => process.send?.('ready'),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
