import { Logger } from '../common/logging/logger.js';
import type { Config } from '../config/config.js';
import { loadConfig } from '../config/load-config.js';
import { startOf } from '../config/start.js';
import { EmbeddedPostgres } from '../database/embedded-postgres.js';
import { revertMigration, runMigrations, waitUntilReachable } from '../database/migrate.js';
import { reportFailedStart } from './failed-start.js';

/** `npm run migration:run` and `npm run migration:revert`: on `DATABASE_URL`, else on the private server's data. */
export async function runMigrationCommand(root: string, action: string): Promise<void> {
  await reportFailedStart(async () => {
    const start = startOf(root);
    // Role `all` asks for nothing but the database: no key and no queue are needed here.
    const config = loadConfig({ ...start, env: { ...start.env, ROLE: 'all' } });
    const logger = Logger.create(config.log);
    await withDatabase(config, async (url) => {
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

async function withDatabase(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  if (config.database.url !== null) {
    await work(config.database.url);
    return;
  }
  const embedded = await EmbeddedPostgres.start({ root: config.paths.root, dataDir: config.paths.dataDir });
  try {
    await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}
