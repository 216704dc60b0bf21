import { isIPv6 } from 'node:net';
import { LogFile } from '../common/logging/log-file.js';
import { Logger } from '../common/logging/logger.js';
import type { Config } from '../config/config.js';
import { startOf } from '../config/start.js';
import { loadConfig } from '../config/load-config.js';
import { prepareDatabase } from '../database/prepare-database.js';
import type { SupervisorLink } from '../queue/in-process/supervised-worker.js';
import { JobRegistryError } from '../queue/job-registry.js';
import { newWorkerId } from '../queue/worker-id.js';
import { reportFailedStart } from './failed-start.js';
import { StopSwitch } from './stop-switch.js';
import { DRAIN_MS, SupervisedEnd } from './supervised-end.js';
import { awaitStart, openSupervisorLink } from './supervisor-link.js';
import { startWorkerHealthServer } from './worker-health-server.js';
import { WorkerProcess } from './worker-process.js';

/** The worker entry: supervised when forked by the API process, else by itself (role `worker`). */
export async function runWorker(root: string): Promise<void> {
  const link = openSupervisorLink();
  if (link === null) {
    await runAlone(root);
  } else {
    await runSupervised(link);
  }
}

async function runAlone(root: string): Promise<void> {
  const config = await reportFailedStart(() =>
    Promise.resolve(loadConfig({ ...startOf(root), env: { ...startOf(root).env, ROLE: 'worker' } })),
  );
  const workerId = newWorkerId();
  const logger = workerLogger(config, workerId);
  const stopSwitch = new StopSwitch(logger);
  await reportFailedStart(async () => {
    await prepareDatabase(config, logger);
    const worker = await WorkerProcess.start({ config, logger, workerId, supervisor: null });
    const health = await startWorkerHealthServer(worker.app, config);
    stopSwitch.arm(async () => {
      health.close();
      await worker.stop(DRAIN_MS);
    });
    logger.info('Worker is ready', { health: healthAddress(config) });
  }, logger);
}

function healthAddress({ http }: Config): string {
  return `http://${isIPv6(http.host) ? `[${http.host}]` : http.host}:${http.tcpPort}/healthz`;
}

async function runSupervised(link: SupervisorLink): Promise<void> {
  const end = new SupervisedEnd(link);
  const { config, usesBull } = await awaitStart(link);
  const workerId = newWorkerId();
  const logger = workerLogger(config, workerId);
  const supervisor = usesBull ? null : link;
  await reportFailedStart(async () => {
    const worker = await WorkerProcess.start({ config, logger, workerId, supervisor }).catch(
      (error: unknown) => {
        if (error instanceof JobRegistryError) {
          link.send({ kind: 'unfit', reason: error.message });
        }
        throw error;
      },
    );
    end.arm(worker);
    if (usesBull) {
      link.send({ kind: 'ready', workerId });
    }
  }, logger);
}

function workerLogger(config: Config, workerId: string): Logger {
  const name = `worker-${workerId.replaceAll(/[^\w.-]/g, '_')}`;
  return Logger.create(config.log, undefined, new LogFile(config.paths.logsDir, name)).child({ workerId });
}
