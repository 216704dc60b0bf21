import {
  connectTo,
  createTasks,
  logOf,
  runToEnd,
  startRun,
  awaitRun,
} from '../support/builders/run.builder.js';
import type { WireRun } from '../support/builders/run.builder.js';
import { endRunSessions } from '../support/end-run-sessions.js';
import { whileHeld } from '../support/hold.js';
import { useRunStage } from '../support/run-stage.js';
import { createRole } from '../support/test-role.js';

const stage = useRunStage();

const ROWS = 600;

/** Every sixth mail is NULL and skipped, every third kind is left alone, every fourth note is short enough to stay. */
const tasks = (table: string, key = 'key: id'): string => `  - type: mask_table
    table: ${table}
    ${key}
    rules:
      - column: mail
        skip: [null]
        masks: [{ type: imitate, force_change: true }]
      - if: [{ column: kind, equals: 1 }]
        rules:
          - column: name
            masks: [{ type: from_fixed, value: somebody }]
      - column: note
        masks: [{ type: take_substring, end_index: 4 }]
      - column: town
        masks: [{ type: from_fixed, value: Somewhere }]
`;

const COUNTED = [
  { column: 'mail', changed: 500, skipped: 100, unchanged: 0 },
  { column: 'name', changed: 200, skipped: 400, unchanged: 0 },
  { column: 'note', changed: 450, skipped: 0, unchanged: 150 },
  { column: 'town', changed: 600, skipped: 0, unchanged: null },
].map((counts) => ({ ...counts, truncated: 0, altered: 0 }));

const LINE =
  'values by column: "mail" 500 changed, 100 skipped; "name" 200 changed, 400 skipped; ' +
  '"note" 450 changed, 150 unchanged; "town" 600 replaced (not compared)';

const create = (table: string, key = 'PRIMARY KEY'): Promise<unknown> =>
  stage.target
    .query(`CREATE TABLE ${table} (id int ${key}, mail text, name text, kind int, note text, town text);
    INSERT INTO ${table} SELECT n, CASE WHEN n % 6 > 0 THEN 'person' || n || '@example.com' END, 'Name ' || n, n % 3,
      CASE WHEN n % 4 = 0 THEN 'abc' ELSE 'abcdefgh' END, 'Town ' || n FROM generate_series(1, ${ROWS}) AS n`);

const columnsOf = (run: WireRun): unknown => run.progress.tasks.map(({ columns }) => columns);

describe('values by column', () => {
  it.each([
    ['in place', {}, 'key: id'],
    ['written anew', { write_mode: 'rewrite' }, 'key: id'],
    ['without a key', {}, 'key: ctid'],
  ])('are counted as they were masked: %s', async (name, options, key) => {
    const { admin, connection } = stage;
    const table = `counted_${name.replaceAll(' ', '_')}`;
    await create(table, key === 'key: ctid' ? '' : undefined);
    const ruleset = await createTasks(admin, tasks(table, key));
    const run = await runToEnd(admin, { connection, ruleset, options: { ...options, batch_size: 70 } });
    expect({ status: run.status, columns: columnsOf(run) }).toEqual({
      status: 'finished',
      columns: [COUNTED],
    });
    expect(await logOf(admin, run.id)).toContainEqual(expect.stringContaining(LINE));
  });

  it('are those that would be masked in a dry run, and of the rows that it read', async () => {
    const { admin, connection } = stage;
    await create('counted_dry');
    const ruleset = await createTasks(admin, tasks('counted_dry'));
    const options = { dry_run: true, max_rows: 60, batch_size: 25 };
    const run = await runToEnd(admin, { connection, ruleset, options });
    const tenth = COUNTED.map(({ column, changed, skipped, unchanged }) => ({
      ...{ column, changed: changed / 10, skipped: skipped / 10 },
      ...{ unchanged: unchanged === null ? null : unchanged / 10, truncated: 0, altered: 0 },
    }));
    expect(columnsOf(run)).toEqual([tenth]);
    expect(await logOf(admin, run.id)).toContainEqual(
      expect.stringContaining('"mail" 50 would be changed, 10 skipped'),
    );
  });

  it('are counted once, although sessions die under way', async () => {
    const { admin, connection, target } = stage;
    await create('counted_died');
    const ruleset = await createTasks(admin, tasks('counted_died'));
    const last = 'SELECT 1 FROM counted_died WHERE id = 590 FOR UPDATE';
    const id = await whileHeld(target, last, async ({ untilMet }) => {
      const started = await startRun(admin, { connection, ruleset, options: { batch_size: 20 } });
      await untilMet(1);
      await endRunSessions(target, started);
      return started;
    });
    const run = await awaitRun(admin, id);
    expect({ status: run.status, columns: columnsOf(run) }).toEqual({
      status: 'finished',
      columns: [COUNTED],
    });
  });

  it('are counted where the position is kept in our own database, over a retry too', async () => {
    const { admin, target } = stage;
    await create('counted_here');
    await target.query(`CREATE FUNCTION counted_fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.id = 400 THEN RAISE 'no' USING ERRCODE = 'check_violation'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER counted_fault BEFORE UPDATE ON counted_here FOR EACH ROW EXECUTE FUNCTION counted_fault()`);
    await target.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    const role = await createRole(target, ['GRANT SELECT, UPDATE ON counted_here TO']);
    const connection = await connectTo(admin, target, role.credentials);
    const ruleset = await createTasks(admin, tasks('counted_here'));
    const failed = await runToEnd(admin, { connection, ruleset, options: { batch_size: 50 } });
    expect(failed.status).toBe('failed');
    // where triggers could put old values back, all columns are read
    const counts = columnsOf(failed) as { changed: number; skipped: number; unchanged: number }[][];
    expect(counts[0]!.map((column) => column.changed + column.skipped + column.unchanged)).toEqual(
      Array(4).fill(failed.progress.rows_done),
    );
    await target.query('DROP TRIGGER counted_fault ON counted_here');
    await admin.post(`/api/runs/${failed.id}/retry/`, {}).expect(201);
    const run = await awaitRun(admin, failed.id);
    expect(columnsOf(run)).toEqual([COUNTED]);
    await role.drop();
  });
});
