import { ApiClient } from '../support/api-client.js';
import { connectTo, createTasks, runToEnd } from '../support/builders/run.builder.js';
import { createPeople, maskPeople } from '../support/people.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

let app: TestApp;
let admin: ApiClient;
let target: TestDatabase;

beforeAll(async () => {
  [app, target] = await Promise.all([createTestApp({ workers: 2 }), createTargetDatabase()]);
  admin = await ApiClient.installAdmin(app);
});

afterAll(async () => {
  await app.stop();
  await target.drop();
});

/** Notes how every change of a bookkeeping table is committed. */
async function watchBookkeeping(): Promise<void> {
  await target.query(`
    CREATE TABLE commits (id int GENERATED ALWAYS AS IDENTITY, part bigint, rows bigint, waits boolean);
    CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
      INSERT INTO commits (part, rows, waits)
      VALUES (NEW.partition_id, NEW.rows_read, current_setting('synchronous_commit') <> 'off');
      RETURN NULL;
    END$$;
    CREATE FUNCTION watch_table() RETURNS event_trigger LANGUAGE plpgsql AS $$DECLARE made record; BEGIN
      FOR made IN SELECT * FROM pg_event_trigger_ddl_commands() LOOP
        IF made.command_tag = 'CREATE TABLE' AND made.object_identity LIKE '%vizard_progress%' THEN
          EXECUTE format('CREATE TRIGGER note AFTER UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION note_commit()',
            made.object_identity);
        END IF;
      END LOOP;
    END$$;
    CREATE EVENT TRIGGER watch_tables ON ddl_command_end EXECUTE FUNCTION watch_table()`);
}

it('batches need not wait for the disk, but a partition is on it before it counts as done', async () => {
  await createPeople(target, 'people', 2_000);
  // The server of the tests never waits for its disk.
  await target.query(`ALTER DATABASE "${target.name}" SET synchronous_commit TO on`);
  await watchBookkeeping();
  const run = await runToEnd(admin, {
    connection: await connectTo(admin, target),
    ruleset: await createTasks(admin, maskPeople('people')),
    options: { batch_size: 500 },
  });
  expect(run).toMatchObject({ status: 'finished', progress: { rows_masked: 2_000 } });
  const commits = await target.query<{ rows: number; waits: boolean }>(
    'SELECT rows::int, waits FROM commits ORDER BY id',
  );
  expect(commits.length).toBeGreaterThanOrEqual(5);
  // What comes after the one that waits is the clean-up, which ends all claims.
  const settled = commits.findIndex(({ waits }) => waits);
  expect(settled).toBeGreaterThanOrEqual(4);
  expect(new Set(commits.slice(settled).map(({ rows, waits }) => `${rows} ${waits}`))).toEqual(
    new Set(['2000 true']),
  );
});
