/**
 * Before the first test that needs a database: compiles the program (worker processes run from dist/) and prepares one
 * PostgreSQL server for the whole run: the one of DATABASE_URL, else a private one. Tests clone a migrated template.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const FOLDER_PREFIX = 'vizard-test-server-';

export default async function globalSetup() {
  const build = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-stale'], {
    stdio: 'inherit',
  });
  if (build.status !== 0) {
    throw new Error('The program does not compile.');
  }
  removeOldFolders();
  const server = await startServer();
  const prefix = `vizard_test_${process.pid}`;
  process.env.VIZARD_TEST_SERVER = server.url;
  process.env.VIZARD_TEST_PREFIX = prefix;
  const records = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-records-`));
  process.env.VIZARD_TEST_RECORDS = records;
  globalThis.vizardTestServer = { ...server, prefix, records };
  await makeTemplate(server.url, `${prefix}_template`);
}

async function startServer() {
  const given = process.env.DATABASE_URL;
  if (given) {
    return { url: given, stop: async () => undefined };
  }
  const { EmbeddedPostgres } = await import('../../dist/src/database/embedded-postgres.js');
  const dataDir = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  // Started by root, the server runs without privileges and must be able to pass through.
  chmodSync(dataDir, 0o755);
  const server = await EmbeddedPostgres.start({ root, dataDir, fast: true });
  const stop = async () => {
    await server.stop();
    removeData(dataDir);
  };
  return { url: server.url, stop };
}

/** What an interrupted run left behind (its server has ended with it). */
function removeOldFolders() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const pid = Number(name.slice(FOLDER_PREFIX.length).split('-')[0]);
    if (!isAlive(pid)) {
      removeData(join(tmpdir(), name));
    }
  }
}

/** With the place outside that the server may have had to choose. */
function removeData(dataDir) {
  try {
    rmSync(readFileSync(join(dataDir, 'postgres-home'), 'utf8').trim(), { recursive: true, force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') {
      throw error;
    }
  }
  rmSync(dataDir, { recursive: true, force: true });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function makeTemplate(serverUrl, name) {
  const { default: pg } = await import('pg');
  const { runMigrations } = await import('../../dist/src/database/migrate.js');
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE "${name}"`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await runMigrations(url.href);
}
