import { resolve } from 'node:path';
import { Logger } from '../common/logging/logger.js';
import { loadConfig } from '../config/load-config.js';
import { startOf } from '../config/start.js';
import { restoreBackup, type Settle } from '../database/backup/restore-backup.js';
import { writeBackup } from '../database/backup/write-backup.js';
import { waitUntilReachable } from '../database/migrate.js';
import { reportFailedStart } from './failed-start.js';
import { withOwnDatabase } from './own-database.js';

const KEY =
  'It is of use only with the SECRET_KEY (or the key file) of this installation: keep that, too, elsewhere.';

/** `npm run backup -- FILE` and `npm run restore -- FILE`: on `DATABASE_URL`, else on the private server's data; `settle` sees to what is restored. */
export async function runBackupCommand(
  root: string,
  [action, file]: readonly string[],
  settle: Settle,
): Promise<void> {
  await reportFailedStart(async () => {
    const start = startOf(root);
    const config = loadConfig({ ...start, env: { ...start.env, ROLE: 'all' } });
    const logger = Logger.create(config.log);
    if (file === undefined || (action !== 'backup' && action !== 'restore')) {
      throw new Error('Name the file: npm run backup -- FILE, npm run restore -- FILE.');
    }
    const path = resolve(start.cwd, file);
    await withOwnDatabase(config, async (url) => {
      await waitUntilReachable(url, logger);
      if (action === 'backup') {
        logger.info(`${await writeBackup(url, path)} rows are in ${path}. ${KEY}`);
      } else {
        logger.info(
          `${await restoreBackup(url, path, settle)} rows were restored; the database is up to date.`,
        );
      }
    });
  });
}
