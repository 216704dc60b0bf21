/**
 * Fills a new database by the program's own API and writes it to test/fixtures/stores/<name>.sql: what upgrades of later
 * versions are tried on. Made once for each version that databases may have been kept of, and never changed then.
 *   npm run fixture:store -- <name> --server postgres://… [--program <folder of an older version, built>]
 * Needs `pg_dump` and the server's rights to make two databases, which are dropped at the end.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort, Server } from './demo/server.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const USAGE = 'Usage: npm run fixture:store -- <name> --server postgres://… [--program <folder>]';
/** Seals what the fixture holds sealed; test/support/store-fixtures.ts knows it, too. */
const SECRET_KEY = 'the key of the fixtures, which guards nothing';
const PASSWORD = 'Correct-horse-7';
const FINAL = ['finished', 'finished_with_warnings', 'failed', 'cancelled'];
const PEOPLE = `CREATE TABLE people (id integer PRIMARY KEY, name text NOT NULL);
  INSERT INTO people VALUES (1, 'Anna Berg'), (2, 'Bo Lind'), (3, 'Cleo Dahl');`;

const rulesetOf = (table) => `version: "1.0"
tasks:
  - type: mask_table
    table: ${table}
    key: id
    rules:
      - {column: name, hash_columns: [id], masks: [{type: imitate}]}
`;

/** Calls the API. What an older version does not have yet answers 404 or 405, which is null. */
class Caller {
  #headers = { 'Content-Type': 'application/json' };

  constructor(baseUrl) {
    this.baseUrl = baseUrl;
  }

  as(authorization) {
    const caller = new Caller(this.baseUrl);
    caller.#headers = { ...this.#headers, Authorization: authorization };
    return caller;
  }

  async call(method, path, body) {
    const { 'Content-Type': contentType, ...headers } = this.#headers;
    const isForm = body instanceof FormData;
    const response = await fetch(this.baseUrl + path, {
      ...{ method, headers: isForm ? headers : { ...headers, 'Content-Type': contentType } },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 404 || response.status === 405) {
      return null;
    }
    if (!response.ok) {
      throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
    }
    return text === '' ? {} : JSON.parse(text);
  }
}

/** The first administrator. */
async function install(baseUrl) {
  const nobody = new Caller(baseUrl);
  const user = { username: 'admin', email: 'admin@example.com', password: PASSWORD, re_password: PASSWORD };
  await nobody.call('POST', '/api/users/admin-install/', { ...user, allowed_hosts: ['127.0.0.1'] });
  const { key } = await nobody.call('POST', '/api/auth/token/login/', {
    username: 'admin',
    password: PASSWORD,
  });
  const jwt = await nobody.call('POST', '/api/auth/jwt/login/', { username: 'admin', password: PASSWORD });
  return { admin: nobody.as(`Token ${key}`), bearer: jwt && nobody.as(`Bearer ${jwt.access_token}`) };
}

async function fill({ admin, bearer }, target) {
  const builder = { username: 'builder', email: 'builder@example.com', user_roles: ['mask_builder'] };
  await admin.call('POST', '/api/users/', { ...builder, password: PASSWORD, re_password: PASSWORD });
  await admin.call('POST', '/api/users/me/api-token/', {});
  const connection = await admin.call('POST', '/api/connections/', connectionTo(target));
  const ruleset = (name, table) =>
    admin.call('POST', '/api/rulesets/', { name, mask_type: 'database', config_yaml: rulesetOf(table) });
  const people = await ruleset('people', 'people');
  const broken = await ruleset('broken', 'nobody_there');
  const library = 'version: "1.0"\nmasks:\n  tag: {type: imitate}\n';
  await admin.call('POST', '/api/ruleset-libraries/', {
    ...{ name: 'shared', namespace: 'team', config_yaml: library },
  });
  await admin.call('POST', '/api/seeds/', seedFile());
  await admin.call('POST', '/api/ruleset-generation-configs/', {
    ...{ name: 'house', config_yaml: 'version: "1.0"\nlabels: {email: {masks: [{type: imitate}]}}\n' },
  });
  await admin.call('PATCH', '/api/settings/', {
    smtp_host: '127.0.0.1',
    smtp_sender: 'vizard@example.com',
    smtp_port: 9,
    smtp_password: 'sealed',
  });
  const config = await admin.call('POST', '/api/discovery/configs/', {
    ...{ name: 'boats', config_type: 'database' },
    config_yaml: 'labels: [{ name: owner }]\nidd_rules: [{ label: owner, pattern: "^B-" }]\n',
  });
  await admin.call('POST', '/api/discovery/config-libraries/', {
    ...{ name: 'harbour', namespace: 'sea', config_yaml: 'labels: [{ name: berth }]\n' },
  });
  const plan = 'version: "1.0"\nrules: [{masks: [{type: imitate}]}]\n';
  await bearer?.call('POST', '/ifm/ruleset-plans/', { name: 'words', ruleset_yaml: plan });
  for (const started of [people, broken]) {
    await runToEnd(admin, { source_connection: connection.id, ruleset: started.id });
  }
  await discover(admin, '/api/schema-discovery/', { connection: connection.id });
  await discover(admin, '/api/schema-discovery/v2/', {
    ...{ connection: connection.id, discovery_config: config?.id ?? null },
  });
}

function seedFile() {
  const form = new FormData();
  form.set('name', 'towns.csv');
  form.set('seed_file', new Blob(['town\nAsh\nElm\n']), 'towns.csv');
  return form;
}

/** Waits for it, too: older versions tell of no run that could be asked for. */
async function discover(admin, path, order) {
  const started = await admin.call('POST', path, order);
  await (started === null ? undefined : sleep(5_000));
}

function connectionTo(target) {
  const { hostname, port, username, password } = new URL(target);
  return {
    ...{ version: '1.0', name: 'shop', mask_type: 'database', db_type: 'postgres', host: hostname },
    ...{ port: Number(port || 5432), database: new URL(target).pathname.slice(1), user: username },
    ...{ dbpassword: password || 'none', schema: '', is_read_only: false },
  };
}

async function runToEnd(admin, order) {
  const options = { run_secret: 'the run secret of the fixtures' };
  const { id } = await admin.call('POST', '/api/runs/', { name: 'nightly', ...order, options });
  while (!FINAL.includes((await admin.call('GET', `/api/runs/${id}/`)).status)) {
    await sleep(200);
  }
}

async function query(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** Plain statements that any server from PostgreSQL 13 on takes, in one go, from any client. */
function dump(url) {
  const text = execFileSync('pg_dump', ['--no-owner', '--no-privileges', '--inserts', url], {
    ...{ encoding: 'utf8', maxBuffer: 1e9 },
  });
  const lines = text.split('\n').filter((line) => !/^(--|SET |\\|SELECT pg_catalog\.set_config)/.test(line));
  const plain = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return plain.replaceAll(hostname(), 'the-machine');
}

async function main([name, ...options]) {
  const option = (wanted) => options[options.indexOf(wanted) + 1 || options.length];
  const server = option('--server');
  if (name === undefined || server === undefined) {
    throw new Error(USAGE);
  }
  const databases = ['vizard_fixture_store', 'vizard_fixture_target'];
  const urlOf = (database) => Object.assign(new URL(server), { pathname: `/${database}` }).href;
  const [store, target] = databases.map(urlOf);
  const dataDir = mkdtempSync(join(tmpdir(), 'vizard-fixture-'));
  const program = new Server({
    ...{ root: option('--program') ?? root, dataDir, port: await freePort(0) },
    environment: { DATABASE_URL: store, SECRET_KEY, WORKER_PROCESSES: '1' },
  });
  try {
    for (const database of databases) {
      await query(server, `CREATE DATABASE ${database}`);
    }
    await query(target, PEOPLE);
    await program.start();
    await fill(await install(program.baseUrl), target);
    await program.stop();
    const { rows } = await query(target, 'SELECT name FROM people ORDER BY id');
    const folder = join(root, 'test', 'fixtures', 'stores');
    mkdirSync(folder, { recursive: true });
    // What its run has made of the people: later versions must make the same of them.
    const masked = `-- ${JSON.stringify(rows.map((row) => row.name))}`;
    writeFileSync(join(folder, `${name}.sql`), `${masked}\n${dump(store)}\n`, { flag: 'wx' });
  } finally {
    await program.stop();
    for (const database of databases) {
      await query(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
