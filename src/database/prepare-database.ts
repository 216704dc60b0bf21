import type { Logger } from '../common/logging/logger.js';
import type { Config } from '../config/config.js';
import { databaseUrl } from './data-source.js';
import { runMigrations, waitUntilMigrated, waitUntilReachable } from './migrate.js';

/** Before the application is made: our database answers and is up to date. Role `all` brings it up to date itself. */
export async function prepareDatabase(config: Config, logger: Logger): Promise<void> {
  const url = databaseUrl(config);
  await waitUntilReachable(url, logger);
  if (config.role !== 'all') {
    await waitUntilMigrated(url, logger);
    return;
  }
  const done = await runMigrations(url);
  if (done.length > 0) {
    logger.info('The database was brought up to date', { migrations: done });
  }
}
