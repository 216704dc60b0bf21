/**
 * The management API under load: list endpoints with 10,000 rows in every table, one request after the other; then 1,000
 * clients at once for a minute who read, make, change and delete, some of them racing for one name. What the answers said
 * is compared with what is there in the end. `npm run bench -- management [seconds] [clients]`.
 */
import { rmSync } from 'node:fs';
import { makeDataFolder } from '../test/support/data-folder.js';
import { atMost } from './bars/bar.js';
import { memoryMb, startServer, stopServer } from './inflight/running.js';
import { Api } from './management/api.js';
import { Ledger, percentile } from './management/ledger.js';

const ROWS = 10_000;
/** So many that the 95th percentile is not simply the slowest. */
const LIST_CALLS = 100;
const RULESET = `version: "1.0"
tasks:
  - type: mask_table
    table: customers
    key: id
    rules:
      - column: email
        masks: [{ type: from_fixed, value: hidden@example.com }]
`;
const LIBRARY = 'masks:\n  hide:\n    - { type: from_fixed, value: hidden }\n';
const CONFIG = 'labels:\n  - { name: staff_no, categories: [PII] }\n';
const CONNECTION = {
  ...{ version: '1.0', mask_type: 'database', db_type: 'postgres', host: '127.0.0.1', port: 9 },
  ...{ database: 'none', user: 'none', dbpassword: 'open-sesame-4711', schema: '', is_read_only: false },
};

const LISTS = [
  '/api/connections/',
  '/api/rulesets/',
  '/api/v2/rulesets/',
  '/api/users/',
  '/api/runs/',
  '/api/runs/?limit=100&offset=5000',
  '/api/runs/?run_status=finished&limit=100',
  '/api/ruleset-libraries/?limit=100',
  '/api/discovery/configs/?limit=100&offset=9000',
  '/api/audit-logs/',
  '/api/audit-logs/?limit=100&offset=5000&search=customers',
];

export async function run([seconds = '60', clients = '1000']: readonly string[] = []): Promise<void> {
  const dataDir = makeDataFolder('bench');
  const server = await startServer('vizard', dataDir);
  const api = new Api(server.port);
  try {
    await api.logIn('admin', 'Correct-horse-7');
    await makeFirst(api);
    await memoryMb(server, ROWS);
    await lists(api);
    await load(api, { seconds: Number(seconds), clients: Number(clients) });
    print(`Memory of the server: ${(await memoryMb(server)).toFixed(0)} MB`);
  } finally {
    api.close();
    await stopServer(server);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** One of each kind, to be copied. */
async function makeFirst(api: Api): Promise<void> {
  const connection = await made(api, '/api/connections/', { ...CONNECTION, name: 'first' });
  const ruleset = await made(api, '/api/rulesets/', { name: 'first', config_yaml: RULESET });
  await made(api, '/api/ruleset-libraries/', { name: 'first', namespace: 'bench', config_yaml: LIBRARY });
  const config = { name: 'first', config_yaml: CONFIG, config_type: 'database' };
  await made(api, '/api/discovery/configs/', config);
  await made(api, '/api/runs/', { name: 'first', connection, ruleset, mask_type: 'database', options: {} });
}

async function made(api: Api, path: string, body: object): Promise<string> {
  const { status, body: answer } = await api.send('POST', path, body);
  if (status !== 200 && status !== 201) {
    throw new Error(`POST ${path}: ${status} ${JSON.stringify(answer)}`);
  }
  return (answer as { id: string }).id;
}

async function lists(api: Api): Promise<void> {
  print(`${ROWS} rows in each table, ${LIST_CALLS} calls one after the other:`);
  let slowest = 0;
  for (const path of LISTS) {
    const times: number[] = [];
    let statuses = '';
    for (let call = 0; call < LIST_CALLS; call++) {
      const { status, ms } = await api.send('GET', path);
      times.push(ms);
      statuses = status === 200 ? statuses : ` ${status}!`;
    }
    const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)];
    slowest = Math.max(slowest, most);
    const first = (times[0] ?? 0).toFixed(0);
    print(
      `  ${path.padEnd(60)} first ${first} ms   p50 ${half.toFixed(0)} ms   p95 ${most.toFixed(0)} ms${statuses}`,
    );
  }
  atMost(300, `lists with ${ROWS.toLocaleString('en')} rows, p95 of the slowest`, slowest, ' ms');
}

async function load(api: Api, { seconds, clients }: { seconds: number; clients: number }): Promise<void> {
  const ledger = new Ledger();
  const endsAt = Date.now() + seconds * 1_000;
  const client = async (number: number): Promise<void> => {
    for (let turn = 0; Date.now() < endsAt; turn++) {
      await step(api, ledger, number, turn);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const broken = [...ledger.statuses].filter(([status]) => status >= 500 || status === 0);
  const { body } = await api.send('GET', '/api/rulesets/');
  const ours = (body as { id: string; name: string }[]).filter(({ name }) => name.startsWith('load '));
  print(`${clients} clients at once, ${seconds} s: ${ledger.times.length} requests answered`);
  print(`  statuses: ${[...ledger.statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
  print(
    `  p50 ${percentile(ledger.times, 0.5).toFixed(0)} ms, p99 ${percentile(ledger.times, 0.99).toFixed(0)} ms`,
  );
  const differences = ledger.differences(ours);
  print(`  records: ${ledger.there.size} there by the answers; ${differences.join(', ')}`);
  const failures = broken.reduce((sum, [, count]) => sum + count, 0);
  atMost(0, `${clients} clients at once for ${seconds} s: answers of 5xx or none`, failures, '');
  const wrong = differences.filter((text) => !text.startsWith('0 ')).length;
  atMost(0, 'the same: kinds of lost or doubled records', wrong, '');
}

/** What one client does in one turn: makes, reads, changes or deletes a ruleset of its own, or reads lists. */
async function step(api: Api, ledger: Ledger, client: number, turn: number): Promise<void> {
  const call = async (method: string, path: string, body?: object): ReturnType<Api['send']> => {
    const answer = await api.send(method, path, body);
    ledger.note(answer);
    return answer;
  };
  const name = `load ${client} ${turn}`;
  const answer = await call('POST', '/api/rulesets/', { name, config_yaml: RULESET });
  const { id } = answer.body as { id: string };
  if (answer.status !== 201) {
    return;
  }
  ledger.there.set(id, name);
  await call('GET', `/api/rulesets/${id}/`);
  await call('GET', '/api/runs/?limit=20');
  const changed = await call('PUT', `/api/rulesets/${id}/`, {
    name: `${name} changed`,
    config_yaml: RULESET,
  });
  ledger.there.set(id, changed.status === 200 ? `${name} changed` : name);
  // Twenty neighbours want one name.
  const wanted = `load race ${Math.floor(client / 20)} ${turn}`;
  const won = await call('POST', '/api/rulesets/', { name: wanted, config_yaml: RULESET });
  ledger.noteRace(wanted, won);
  if (won.status === 201) {
    ledger.there.set((won.body as { id: string }).id, wanted);
  }
  await call('GET', '/api/audit-logs/?limit=20');
  if (turn % 2 === 0) {
    const gone = await call('DELETE', `/api/rulesets/${id}/`);
    if (gone.status === 200) {
      ledger.there.delete(id);
    }
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
