/**
 * A worker process with test handlers for the queue's contract: everything but the handlers is the product's own. Each
 * start and end of a job is a line of `jobs.log` in the data folder; the id's range chooses what the handler does.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Bull from 'bull';
import { Logger } from '../../dist/src/common/logging/logger.js';
import { BULL_QUEUES, bullOptions } from '../../dist/src/queue/bull/bull-options.js';
import { BullWorker } from '../../dist/src/queue/bull/bull-worker.js';
import { takeSupervisorsJobs } from '../../dist/src/queue/in-process/supervised-worker.js';
import { laneSlots } from '../../dist/src/queue/job-limits.js';
import { JOB_LANES } from '../../dist/src/queue/job-payloads.js';
import { JobRegistry } from '../../dist/src/queue/job-registry.js';
import { JobRunner } from '../../dist/src/queue/job-runner.js';
import { newWorkerId } from '../../dist/src/queue/worker-id.js';
import { SupervisedEnd } from '../../dist/src/workers/supervised-end.js';
import { awaitStart, openSupervisorLink } from '../../dist/src/workers/supervisor-link.js';

const link = openSupervisorLink();
const end = new SupervisedEnd(link);
const { config, usesBull } = await awaitStart(link);
const workerId = newWorkerId();

const record = (event, name, id) => {
  const line = JSON.stringify({ event, name, id, pid: process.pid, workerId, time: Date.now() });
  appendFileSync(join(config.paths.dataDir, 'jobs.log'), `${line}\n`);
};

const BEHAVIOURS = {
  1: async () => undefined,
  2: () => sleep(300),
  3: () => Promise.reject(new Error('always')),
  5: (signal) => sleep(60_000, undefined, { signal }).catch(() => undefined),
  6: () => released(),
};

/** Until the test says so. */
const released = async () => {
  while (!existsSync(join(config.paths.dataDir, 'released'))) {
    await sleep(20);
  }
};

const handler = (name) => async (payload, signal) => {
  const id = payload.runId ?? payload.partitionId ?? payload.rulesetId ?? payload.workerId;
  record('start', name, id);
  await BEHAVIOURS[Math.floor(Number(id) / 100)]?.(signal);
  record(signal.aborted ? 'aborted' : 'end', name, id);
};

const registry = new JobRegistry();
for (const name of Object.keys(JOB_LANES)) {
  registry.register(name, handler(name));
}
registry.assertComplete();
const runner = new JobRunner(registry, Logger.create(config.log));
const slots = laneSlots(config.workers.slots);

if (usesBull) {
  const options = bullOptions(config.redis.url, 'test', { lockMs: 5_000, checkMs: 1_000 });
  const queues = { step: new Bull(BULL_QUEUES.step, options), work: new Bull(BULL_QUEUES.work, options) };
  Object.values(queues).forEach((queue) => queue.on('error', () => undefined));
  const worker = new BullWorker(queues, slots, runner);
  worker.start();
  link.send({ kind: 'ready', workerId });
  end.arm(worker);
} else {
  takeSupervisorsJobs(link, runner, workerId);
  end.arm({ stop: (graceMs) => runner.drain(graceMs) });
}
