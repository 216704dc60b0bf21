import type { Logger } from '../common/logging/logger.js';
import { ConfigError } from '../config/config-error.js';
import type { Config } from '../config/config.js';
import { databaseUrl } from './data-source.js';
import { isInstalled, runMigrations, waitUntilMigrated, waitUntilReachable } from './migrate.js';

const KEY_MISSING =
  'SECRET_KEY: the secrets in this database were sealed with a key that is not here. Start with the key that was in use: set SECRET_KEY, or put its file back as secret.key below DATA_DIR. Nothing was changed.';

/**
 * Before the application is made: our database answers and is up to date. Role `all` brings it up to date itself.
 * Throws `ConfigError`, before anything is written, where there are sealed secrets and no key.
 */
export async function prepareDatabase(config: Config, logger: Logger): Promise<void> {
  const url = databaseUrl(config);
  await waitUntilReachable(url, logger);
  if (config.secretKey === null && (await isInstalled(url))) {
    throw new ConfigError([KEY_MISSING]);
  }
  if (config.role !== 'all') {
    await waitUntilMigrated(url, logger);
    return;
  }
  const done = await runMigrations(url);
  if (done.length > 0) {
    logger.info('The database was brought up to date', { migrations: done });
  }
}
