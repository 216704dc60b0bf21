import { ApiProcess } from './api-process.js';
import { Logger } from './common/logging/logger.js';
import { loadConfig } from './config/load-config.js';
import { startOf } from './config/start.js';
import { announce } from './workers/announce.js';
import { reportFailedStart } from './workers/failed-start.js';
import { stopOnSignals } from './workers/stop-signals.js';

/** The program as started by `npm start`. Role `worker` goes the worker's own way. */
export async function runMain(root: string): Promise<void> {
  const config = await reportFailedStart(() => Promise.resolve(loadConfig(startOf(root))));
  if (config.role === 'worker') {
    const { runWorker } = await import('./workers/run-worker.js');
    await runWorker(root);
    return;
  }
  const logger = Logger.create(config.log);
  await reportFailedStart(async () => {
    const running = ApiProcess.start(config, logger);
    // A signal during the start stops what has been started, once it has.
    const stop = stopOnSignals(logger, async () => {
      const started = await running.catch(() => null);
      await started?.stop();
    });
    const api = await running;
    api.embedded?.onExit(() => {
      logger.error('The private PostgreSQL has ended');
      stop(1);
    });
    await announce(api.app, api.config, logger);
  }, logger);
}
