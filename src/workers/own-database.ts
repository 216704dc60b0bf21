import type { Config } from '../config/config.js';
import { EmbeddedPostgres } from '../database/embedded-postgres.js';

/** For commands: our database as set, or the private server, which runs meanwhile. */
export async function withOwnDatabase(config: Config, work: (url: string) => Promise<void>): Promise<void> {
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
