import pg from 'pg';
import { RunObjects } from '../../src/runs/remains/run-objects.js';
import { awaitRun, createTasks, logOf, runToEnd, startRun } from '../support/builders/run.builder.js';
import type { WireBody } from '../support/builders/connection.builder.js';
import { whileHeld } from '../support/hold.js';
import { killOneAtWork } from '../support/kill-worker.js';
import { useRunStage } from '../support/run-stage.js';

const stage = useRunStage();

const ROWS = 12_000;
const HELD = 'SELECT pg_advisory_xact_lock(4711)';
const DROPPED = 'indexes are dropped, and built again at the end of the task: "by_mail", "by_name"';

const tasks = (table: string, more = ''): string => `  - type: mask_table
    table: ${table}
    key: id
${more}    rules:
      - column: name
        masks: [{ type: imitate }]
      - column: mail
        masks: [{ type: imitate }]
auto_manage_indexes: true
`;

/** Each in a schema of its own, since names of indexes are. A row late in the table waits for who holds the lock. */
async function create(schema: string): Promise<string> {
  const table = `${schema}.people`;
  await stage.target.query(`CREATE SCHEMA ${schema};
    CREATE TABLE ${table} (id int PRIMARY KEY, name text, mail text, kind int);
    INSERT INTO ${table} SELECT n, 'Name ' || n, 'Mail' || n || '@Example.com', n % 5 FROM generate_series(1, ${ROWS}) n;
    CREATE INDEX by_name ON ${table} (name text_pattern_ops DESC NULLS LAST) INCLUDE (kind) WITH (fillfactor = 70);
    COMMENT ON INDEX ${schema}.by_name IS 'it''s "ours"';
    CREATE INDEX by_mail ON ${table} (kind, lower(mail)) WHERE kind < 3;
    ALTER INDEX ${schema}.by_mail ALTER COLUMN 2 SET STATISTICS 321;
    CREATE INDEX by_kind ON ${table} (kind);
    CREATE INDEX by_key ON ${table} (id, name);
    CREATE UNIQUE INDEX by_both ON ${table} (mail, id);
    CREATE FUNCTION ${schema}.wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.id = 11000 THEN ${HELD.replace('SELECT', 'PERFORM')}; END IF; RETURN NEW; END $$;
    CREATE TRIGGER wait BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${schema}.wait();
    ANALYZE ${table}`);
  return table;
}

/** All of a table's indexes; `builds` tells those that were built anew. */
async function indexesOf(table: string): Promise<{ readonly shape: unknown[]; readonly builds: unknown[] }> {
  const rows = await stage.target.query<{ name: string; oid: number }>(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition, obj_description(c.oid) AS comment, i.indisvalid,
       c.reloptions, (SELECT array_agg(a.attstattarget ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid)::text
         AS targets, c.oid
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = '${table}'::regclass ORDER BY 1`,
  );
  return {
    shape: rows.map(({ oid, ...index }) => ({ ...index, isThere: oid > 0 })),
    builds: rows.map(({ oid }) => oid),
  };
}

const names = async (table: string): Promise<string[]> =>
  (await indexesOf(table)).shape.map((index) => (index as { name: string }).name);

const noted = (): Promise<unknown[]> => stage.app.database.query('SELECT definition FROM run_object');

const start = async (table: string, options: WireBody = {}): Promise<number> =>
  startRun(stage.admin, {
    connection: stage.connection,
    ruleset: await createTasks(stage.admin, tasks(table)),
    options: { batch_size: 1_000, ...options },
  });

describe('indexes on masked columns', () => {
  it('are dropped while their table is masked, and built again as they were', async () => {
    const table = await create('ix_done');
    const before = await indexesOf(table);
    const id = await whileHeld(stage.target, HELD, async ({ untilMet }) => {
      const started = await start(table);
      await untilMet();
      expect(await names(table)).toEqual(['by_both', 'by_key', 'by_kind', 'people_pkey']);
      return started;
    });
    const run = await awaitRun(stage.admin, id);
    expect(run.progress.tasks.map(({ status }) => status)).toEqual(['finished']);
    const after = await indexesOf(table);
    expect(after.shape).toEqual(before.shape);
    expect(after.builds.map((oid, place) => oid !== before.builds[place])).toEqual([
      ...[false, false, false, true, true, false],
    ]);
    const log = (await logOf(stage.admin, id)).join('\n');
    expect(log).toContain(DROPPED);
    expect(log).toMatch(
      /built again in 00:00:\d\d: index "by_name" of .*index "by_mail" of "ix_done"."people"/,
    );
    expect(await noted()).toEqual([]);
  });

  it.each([
    ['killed', (id: number): Promise<unknown> => killOneAtWork(stage.app, id), 'finished_with_warnings'],
    [
      'cancelled',
      async (id: number): Promise<unknown> =>
        (await stage.admin.post(`/api/runs/${id}/cancel/`).expect(201)).status === 201,
      'cancelled',
    ],
  ])('are there after the run was %s that had dropped them', async (name, end, status) => {
    const table = await create(`ix_${name}`);
    const before = await indexesOf(table);
    const id = await whileHeld(stage.target, HELD, async ({ untilMet }) => {
      const started = await start(table);
      await untilMet();
      expect(await names(table)).not.toContain('by_name');
      expect(await end(started)).toBe(true);
      return started;
    });
    expect(await awaitRun(stage.admin, id)).toMatchObject({ status });
    expect((await indexesOf(table)).shape).toEqual(before.shape);
    expect(await noted()).toEqual([]);
  });

  it('are there after a failed run, and are dropped once more for its retry', async () => {
    const { admin, target } = stage;
    const table = await create('ix_failed');
    const before = await indexesOf(table);
    await target.query(`ALTER TABLE ${table} ADD CONSTRAINT kept CHECK (id <> 9000 OR name = 'Name 9000')`);
    const id = await start(table);
    expect(await awaitRun(admin, id)).toMatchObject({ status: 'failed' });
    expect((await indexesOf(table)).shape).toEqual(before.shape);
    await target.query(`ALTER TABLE ${table} DROP CONSTRAINT kept`);
    await admin.post(`/api/runs/${id}/retry/`, {}).expect(201);
    expect(await awaitRun(admin, id)).toMatchObject({ progress: { rows_masked: ROWS } });
    expect((await indexesOf(table)).shape).toEqual(before.shape);
    expect((await logOf(admin, id)).filter((line) => line.includes(DROPPED))).toHaveLength(2);
  });

  it('are built again after the end of a run whose target was away, unless their table is gone', async () => {
    const { admin, app, target } = stage;
    const table = await create('ix_away');
    const before = await indexesOf(table);
    const { id, definitions } = await whileHeld(target, HELD, async ({ untilMet }) => {
      const started = await start(table);
      await untilMet();
      return {
        id: started,
        definitions: await app.database.query<{ definition: unknown }>('SELECT definition FROM run_object'),
      };
    });
    await awaitRun(admin, id);
    await target.query('DROP INDEX ix_away.by_name, ix_away.by_mail');
    const gone = JSON.parse(
      JSON.stringify(definitions[0]!.definition).replaceAll('people', 'nowhere'),
    ) as unknown;
    for (const definition of [...definitions.map((row) => row.definition), gone]) {
      await app.dataSource.query('INSERT INTO run_object (run_id, definition) VALUES ($1, $2)', [
        id,
        definition,
      ]);
    }
    await app.app.get(RunObjects).undoLeft();
    expect((await indexesOf(table)).shape).toEqual(before.shape);
    expect(await noted()).toEqual([]);
    expect((await logOf(admin, id)).at(-1)).toContain('index "by_name" of "ix_away"."people"');
  });

  it('are told of, tried less and less often and then no more where the masked values do not fit them', async () => {
    const { admin, app, target } = stage;
    const table = await create('ix_refused');
    await target.query(`UPDATE ${table} SET mail = id`);
    await target.query(`VACUUM ${table}`);
    await target.query(`CREATE INDEX by_number ON ${table} ((mail::int))`);
    const rules = tasks(table).replace(/(mail\n.*)imitate/, "$1from_fixed, value: 'x'");
    const run = await runToEnd(admin, {
      connection: stage.connection,
      ruleset: await createTasks(admin, rules),
    });
    expect(run).toMatchObject({ status: 'finished_with_warnings' });
    expect(await names(table)).toEqual(expect.arrayContaining(['by_mail', 'by_name']));
    const asked = (): Promise<unknown> =>
      app.database.query(`SELECT attempts, not_before > now() AS waits, progress_table FROM run_object
        JOIN run ON run.id = run_id`);
    expect(await asked()).toEqual([{ attempts: 1, waits: true, progress_table: null }]);
    const log = (await logOf(admin, run.id)).join('\n');
    expect(log).toMatch(
      /\[index_refused\] index "by_number" .*tried again 5 times.*: CREATE INDEX by_number ON/,
    );
    expect(log).not.toMatch(/built again in.*by_number/);
    await app.app.get(RunObjects).undoLeft();
    expect(await asked()).toMatchObject([{ attempts: 1 }]);
    await app.database.query('UPDATE run_object SET attempts = 5, not_before = now()');
    await app.app.get(RunObjects).undoLeft();
    expect(await noted()).toEqual([]);
    expect((await logOf(admin, run.id)).at(-1)).toMatch(/by hand: CREATE INDEX by_number ON/);
  });

  it('stay where somebody drops one meanwhile, or the database forbids it, and are not told as built', async () => {
    const { admin, app, target } = stage;
    const table = await create('ix_forbidden');
    await target.query(`CREATE FUNCTION ix_forbidden.forbid() RETURNS event_trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE EVENT TRIGGER forbid ON ddl_command_start WHEN TAG IN ('DROP INDEX') EXECUTE FUNCTION ix_forbidden.forbid()`);
    const run = await awaitRun(admin, await start(table));
    await target.query('DROP EVENT TRIGGER forbid');
    expect(run.progress.tasks.map(({ status }) => status)).toEqual(['finished']);
    const log = (await logOf(admin, run.id)).join('\n');
    expect(log).toMatch(/indexes stay \(.*raised.*\): "by_mail", "by_name"/);
    expect(log).not.toContain('built again');
    expect(await app.database.query('SELECT 1 FROM run_object')).toEqual([]);
  });

  it('stay in dry runs, where few rows are masked, and where others use the table', async () => {
    const { admin, connection, target } = stage;
    const table = await create('ix_stay');
    const before = await indexesOf(table);
    const ends = [
      await runToEnd(admin, {
        connection,
        ruleset: await createTasks(admin, tasks(table)),
        options: { dry_run: true },
      }),
      await runToEnd(admin, {
        connection,
        ruleset: await createTasks(admin, tasks(table, '    where: id < 100\n')),
      }),
    ];
    const reader = new pg.Client({ connectionString: target.url });
    await reader.connect();
    await reader.query(`BEGIN; SELECT FROM ${table} LIMIT 1`);
    ends.push(await awaitRun(admin, await start(table)));
    await reader.end();
    expect(await indexesOf(table)).toEqual(before);
    const logs = await Promise.all(ends.map(async ({ id }) => (await logOf(admin, id)).join('\n')));
    expect(logs[0]).not.toContain('indexes');
    expect(logs[1]).toContain('indexes stay: too few rows');
    expect(logs[2]).toMatch(/indexes stay \(.*lock.*\): "by_mail", "by_name"/);
    expect(logs[2]).not.toContain('built again');
  });
});
