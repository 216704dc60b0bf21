/**
 * `npm run demo`: makes a sample company, finds what is sensitive in it, generates a ruleset, masks by it, all through the
 * public API, proves the result, and leaves the server up.
 * `npm run demo -- --exit` stops at the end; the exit code says whether every check passed.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { becomeAdmin } from './admin.mjs';
import { Api } from './api.mjs';
import { fingerprint, promises, sampleRows, unchanged } from './checks.mjs';
import { failed, heading, passed, say, step, table } from './console.mjs';
import { connect, connectionFields, createSampleCompany, openDatabases } from './databases.mjs';
import { discover } from './discovery.mjs';
import { namedColumns } from './named-columns.mjs';
import { judgeDiscovery, plantedAreMasked, rememberPlanted } from './planted.mjs';
import { cancelOldRuns, followRun } from './progress.mjs';
import { freePort, Server } from './server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Below DATA_DIR, never DATA_DIR itself: that may hold an installation of the user's own.
const demoDir = resolve(process.env.DATA_DIR ?? join(root, 'data'), 'demo');
// On a given server each demo is a new installation: its account must not replace the one of the embedded server.
const dataDir = process.env.DATABASE_URL === undefined ? demoDir : join(demoDir, 'on-given-server');
const rulesetFile = join(dataDir, 'generated-ruleset.yml');
const exitAtEnd = process.argv.includes('--exit');
const HEADINGS = ['id', 'name', 'e-mail', 'phone', 'born', 'card'];

/** What must be closed, last opened first. */
const opened = [];
let closing = null;

function closeAll() {
  closing ??= (async () => {
    for (const close of opened.reverse()) {
      await close().catch((error) => failed(error.message));
    }
  })();
  return closing;
}

async function openEverything() {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--if-stale'], { stdio: 'inherit' });
  step('Starting a PostgreSQL for the sample company');
  const databases = await openDatabases({ root, dataDir, databaseUrl: process.env.DATABASE_URL });
  opened.push(databases.close);
  const client = await connect(databases.shopUrl);
  opened.push(() => client.end());
  const wanted = Number(process.env.PORT ?? 8080);
  const port = await freePort(wanted);
  step(port === wanted ? 'Starting Vizard' : `Starting Vizard on port ${port}, because ${wanted} is taken`);
  const server = new Server({
    root,
    dataDir,
    port,
    environment: databases.serverEnvironment,
  });
  opened.push(() => server.stop());
  await server.start();
  return { server, client, shopUrl: databases.shopUrl };
}

/** Finds the sensitive columns and has a ruleset made for them; null: the discovery failed, or found something else. */
async function makeRuleset(api, connection) {
  heading('Discovering');
  const selected = await discover(api, connection);
  if (selected === null) {
    return null;
  }
  const [isRight, sentence] = judgeDiscovery(Object.assign({}, ...Object.values(selected)));
  (isRight ? passed : failed)(sentence);
  if (!isRight) {
    return null;
  }
  const text = await api.generateRuleset({ connection, selected_columns: selected });
  await writeFile(rulesetFile, text);
  passed(`Generated a ruleset of ${text.split('\n').length} lines: ${rulesetFile}`);
  return text;
}

async function mask(api, connection, rulesetText) {
  const ruleset = await api.upsert('rulesets', {
    name: 'sample company',
    mask_type: 'database',
    config_yaml: rulesetText,
  });
  const { id } = await api.startRun({
    name: 'demo',
    source_connection: connection,
    ruleset,
    options: { run_secret: randomBytes(20).toString('hex') },
  });
  return followRun(api, id);
}

async function report(client, before, named) {
  heading('The same customers after masking');
  table(HEADINGS, await sampleRows(client));
  heading('Checked in SQL');
  const results = [...unchanged(before, await fingerprint(client, named))];
  for (const checks of [promises(client, named), plantedAreMasked(client)]) {
    for await (const result of checks) {
      results.push(result);
    }
  }
  results.forEach(([ok, sentence]) => (ok ? passed : failed)(sentence));
  return results.every(([ok]) => ok);
}

function whatNext(server, account, shopUrl) {
  heading('Try next');
  say(`  API in the browser   ${server.baseUrl}/api/docs/`);
  say(`  account              ${account.username} / ${account.password}`);
  say(
    `  log in               curl -s -H 'content-type: application/json' -d '${JSON.stringify(account)}' ${server.baseUrl}/api/auth/token/login/`,
  );
  say(`  the masked database  ${shopUrl}`);
  say(`  the ruleset          ${rulesetFile}`);
  say(`  the server's log     ${server.logFile}`);
  say('\nPress Ctrl-C to stop.');
}

async function maskAndProve(api, client, { connection, rulesetText }) {
  const named = namedColumns(rulesetText);
  const before = await fingerprint(client, named);
  await rememberPlanted(client);
  heading('Masking');
  return (await mask(api, connection, rulesetText)) && (await report(client, before, named));
}

async function demo() {
  const { server, client, shopUrl } = await openEverything();
  const api = new Api(server.baseUrl);
  const account = await becomeAdmin(api, dataDir);
  await cancelOldRuns(api);
  const { rows, tables } = await createSampleCompany(client);
  passed(`Sample company: ${rows} rows in ${tables} tables`);
  heading('Some customers before');
  table(HEADINGS, await sampleRows(client));
  const connection = await api.upsert('connections', connectionFields(shopUrl));
  await api.testConnection(connection);
  const rulesetText = await makeRuleset(api, connection);
  const ok = rulesetText !== null && (await maskAndProve(api, client, { connection, rulesetText }));
  say();
  if (exitAtEnd) {
    return ok;
  }
  whatNext(server, account, shopUrl);
  await new Promise((resolveEnd) => server.onEnd(resolveEnd));
  return ok;
}

let lastSignal = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // Both the terminal and npm pass Ctrl-C on: a second signal at once is the same key press.
    const again = closing !== null && Date.now() - lastSignal > 1_000;
    lastSignal = Date.now();
    if (again) {
      process.exit(1);
    }
    say('\nStopping …');
    void closeAll().then(() => process.exit(process.exitCode ?? 0));
  });
}

try {
  process.exitCode = (await demo()) ? 0 : 1;
} catch (error) {
  if (closing === null) {
    failed(error.message);
    process.exitCode = 1;
  }
}
await closeAll();
