import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';

/** The server of BENCH_DATABASE_URL, else a private one. */
export async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.BENCH_DATABASE_URL;
  if (given !== undefined) {
    return { url: given, stop: () => Promise.resolve() };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'vizard-bench-'));
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
