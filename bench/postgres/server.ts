import { rmSync } from 'node:fs';
import pg from 'pg';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { makeDataFolder } from '../../test/support/data-folder.js';

/** The server of BENCH_DATABASE_URL, else a private one. */
export async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.BENCH_DATABASE_URL;
  if (given !== undefined) {
    return { url: given, stop: () => Promise.resolve() };
  }
  const dataDir = makeDataFolder('bench');
  const server = await EmbeddedPostgres.start({ root: process.cwd(), dataDir });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
