import { rmSync } from 'node:fs';
import { findLeaks } from './leaks/check-leaks.mjs';

/** Drops every database of this run, stops the private server, and fails the run where the program told a secret. */
export default async function globalTeardown() {
  const server = globalThis.vizardTestServer;
  if (server === undefined) {
    return;
  }
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
    `${server.prefix}_`,
  ]);
  for (const { datname } of rows) {
    await drop(client, datname);
  }
  await client.end();
  await server.stop();
  try {
    await reportLeaks(server.records);
  } finally {
    rmSync(server.records, { recursive: true, force: true });
  }
}

/** The server gives up after five seconds when a session does not end, as on a busy machine. */
async function drop(client, name) {
  for (let tries = 0; ; tries += 1) {
    try {
      await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      return;
    } catch (error) {
      if (error.code !== '55006' || tries === 20) {
        throw error;
      }
    }
  }
}

async function reportLeaks(folder) {
  const started = Date.now();
  const { leaks, secrets, bytes } = await findLeaks(folder);
  if (leaks.length > 0) {
    throw new Error(`Secrets were told where they must not be:\n${leaks.join('\n')}`);
  }
  if (bytes > 0) {
    const seconds = ((Date.now() - started) / 1_000).toFixed(1);
    const megabytes = (bytes / 1_048_576).toFixed(1);
    process.stdout.write(
      `Secrets: none of ${secrets} in ${megabytes} MB of answers, log lines and jobs (${seconds} s).\n`,
    );
  }
}
