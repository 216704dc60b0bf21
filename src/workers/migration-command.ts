import { Logger } from '../common/logging/logger.js';
import { loadConfig } from '../config/load-config.js';
import { startOf } from '../config/start.js';
import { revertMigration, runMigrations, waitUntilReachable } from '../database/migrate.js';
import { reportFailedStart } from './failed-start.js';
import { withOwnDatabase } from './own-database.js';

/** `npm run migration:run` and `npm run migration:revert`: on `DATABASE_URL`, else on the private server's data. */
export async function runMigrationCommand(root: string, action: string): Promise<void> {
  await reportFailedStart(async () => {
    const start = startOf(root);
    // Role `all` asks for nothing but the database: no key and no queue are needed here.
    const config = loadConfig({ ...start, env: { ...start.env, ROLE: 'all' } });
    const logger = Logger.create(config.log);
    await withOwnDatabase(config, async (url) => {
      await waitUntilReachable(url, logger);
      await act(action, url, logger);
    });
  });
}

async function act(action: string, url: string, logger: Logger): Promise<void> {
  if (action === 'revert') {
    await revertMigration(url);
    logger.info('The newest migration was taken back');
  } else if (action === 'run') {
    logger.info('The database is up to date', { migrations: await runMigrations(url) });
  } else {
    throw new Error('Say "run" or "revert".');
  }
}
