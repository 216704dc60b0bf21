import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client.js';
import { awaitRun, connectTo, createTasks, logOf, startRun } from '../support/builders/run.builder.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';
import { killOneAtWork } from '../support/kill-worker.js';

const PARENTS = 30_000;
const OPTIONS = { run_secret: 'the same secret for every run here', disable_instance_secret: true };

const TASKS = `  - type: mask_table
    table: account
    key: id
    rules:
      - {column: id, masks: [{type: imitate_unique}]}
      - {column: code, masks: [{type: imitate_unique}]}
      - {column: label, hash_columns: [id], masks: [{type: imitate}]}
  - type: mask_unique_key
    table: posting
    key: n
`;

let app: TestApp;
let client: ApiClient;
let target: TestDatabase;
let connection: string;

beforeAll(async () => {
  [app, target] = await Promise.all([createTestApp({ workers: 2 }), createTargetDatabase()]);
  client = await ApiClient.installAdmin(app);
  connection = await connectTo(client, target);
});

afterAll(async () => {
  await app.stop();
  await target.drop();
});

async function prepare(): Promise<void> {
  await target.query(`
    DROP TABLE IF EXISTS posting, account;
    CREATE TABLE account (id int PRIMARY KEY, code text UNIQUE, parent int REFERENCES account, label text, was int);
    CREATE TABLE posting (n int PRIMARY KEY, account int REFERENCES account ON UPDATE CASCADE, code text
      REFERENCES account (code), follows int REFERENCES posting, was int);
    INSERT INTO account SELECT n, 'AC-' || n, nullif(n / 3, 0), 'label ' || n, n FROM generate_series(1, ${PARENTS}) n;
    INSERT INTO posting SELECT n, n % ${PARENTS} + 1, 'AC-' || n % ${PARENTS} + 1, nullif(n / 2, 0), n
      FROM generate_series(1, ${2 * PARENTS}) n;
    ANALYZE`);
}

/** The figure over both tables, and what must be so at any moment. */
async function state(): Promise<{ sum: string; joins: string; constraints: string; leftovers: string }> {
  const [row] = await target.query<{ sum: string; joins: string; constraints: string; leftovers: string }>(`
    SELECT (SELECT md5(string_agg(a::text, '' ORDER BY was)) FROM account a)
        || (SELECT md5(string_agg(p::text, '' ORDER BY was)) FROM posting p) AS sum,
      (SELECT count(*) FROM posting p JOIN account a ON a.id = p.account AND a.code = p.code
        AND a.was = p.was % ${PARENTS} + 1)
      || '+' || (SELECT count(*) FROM account c JOIN account p ON p.id = c.parent AND p.was = c.was / 3)
      || '+' || (SELECT count(*) FROM posting c JOIN posting p ON p.n = c.follows AND p.was = c.was / 2) AS joins,
      (SELECT string_agg(conname || pg_get_constraintdef(oid) || convalidated, ';' ORDER BY conname)
        FROM pg_constraint WHERE conrelid IN ('account'::regclass, 'posting'::regclass)) AS constraints,
      (SELECT coalesce(string_agg(relname, ','), '') FROM pg_class
        WHERE relname LIKE 'vizard%' AND relname NOT LIKE 'vizard_progress%') AS leftovers`);
  return row!;
}

/** Kills the worker whose session of the run does what the pattern says. False: the run ended before. */
async function killAt(runId: number, pattern: string): Promise<boolean> {
  for (;;) {
    const [at] = await target.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'vizard run ${runId}' AND datname = current_database()
         AND xact_start IS NOT NULL AND query ~ '${pattern}'`,
    );
    if (at !== undefined && (await killOneAtWork(app, runId, 'rewrite_keys'))) {
      return true;
    }
    const run = await app.database.query<{ status: string }>(`SELECT status FROM run WHERE id = $1`, [runId]);
    if (!['queued', 'validating', 'running'].includes(run[0]?.status ?? '')) {
      return false;
    }
    await sleep(3);
  }
}

/** What the session of the run is doing when its worker is killed; some pass too quickly to be seen each time. */
const STAGES = [
  '^FETCH',
  '^INSERT INTO pg_temp',
  '^(ALTER TABLE .* DROP|UPDATE)',
  '^UPDATE',
  'ADD CONSTRAINT',
  '^SELECT count.*EXISTS',
  '^COMMIT',
];
const STAGES_MET = 4;

describe('a worker that is killed while keys are rewritten', () => {
  it('leaves the old keys or the new ones at every stage, and the run ends as if nothing had happened', async () => {
    const ruleset = await createTasks(client, TASKS);
    await prepare();
    const before = await state();
    const id = await startRun(client, { connection, ruleset, options: OPTIONS });
    expect((await awaitRun(client, id)).status).toBe('finished_with_warnings');
    const expected = await state();
    expect(expected).toEqual({ ...before, sum: expected.sum });
    expect(expected.sum).not.toBe(before.sum);

    // A stage that was over before it was seen is waited for in another run.
    const met = new Set<string>();
    while (met.size < STAGES_MET) {
      await prepare();
      const disturbed = await startRun(client, { connection, ruleset, options: OPTIONS });
      const seen: Awaited<ReturnType<typeof state>>[] = [];
      for (const stage of STAGES.filter((each) => !met.has(each))) {
        if (await killAt(disturbed, stage)) {
          met.add(stage);
          seen.push(await state());
        }
      }
      seen.forEach((now) => expect({ ...now, leftovers: '' }).toEqual({ ...before, sum: now.sum }));
      const run = await awaitRun(client, disturbed);
      const log = (await logOf(client, disturbed)).join('\n');
      expect({ status: run.status, log }).toEqual({ status: 'finished_with_warnings', log });
      expect(await state()).toEqual(expected);
      expect(await target.query(`SELECT relname FROM pg_class WHERE relname LIKE 'vizard%'`)).toEqual([]);
    }
  }, 900_000);
});
