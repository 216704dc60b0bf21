import { ApiProcess } from './api-process.js';
import { LogFile } from './common/logging/log-file.js';
import { Logger } from './common/logging/logger.js';
import { loadConfig } from './config/load-config.js';
import { startOf } from './config/start.js';
import { announce } from './workers/announce.js';
import { reportFailedStart } from './workers/failed-start.js';
import { StopSwitch } from './workers/stop-switch.js';

/** The program as started by `npm start`. Role `worker` goes the worker's own way. */
export async function runMain(root: string): Promise<void> {
  const config = await reportFailedStart(() => Promise.resolve(loadConfig(startOf(root))));
  if (config.role === 'worker') {
    const { runWorker } = await import('./workers/run-worker.js');
    await runWorker(root);
    return;
  }
  const logger = Logger.create(config.log, undefined, new LogFile(config.paths.logsDir, 'api'));
  const stopSwitch = new StopSwitch(logger);
  await reportFailedStart(async () => {
    const api = await ApiProcess.start(config, logger, () => {
      stopSwitch.stop(1);
    });
    stopSwitch.arm(() => api.stop());
    await announce(api.app, api.config, logger);
  }, logger);
}
