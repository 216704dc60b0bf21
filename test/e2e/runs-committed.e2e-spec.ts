import { ApiClient } from '../support/api-client.js';
import { connectTo, createTasks, logOf, runToEnd } from '../support/builders/run.builder.js';
import { createPeople, maskPeople } from '../support/people.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

let app: TestApp;
let admin: ApiClient;
let target: TestDatabase;

beforeAll(async () => {
  [app, target] = await Promise.all([createTestApp({ workers: 1 }), createTargetDatabase()]);
  admin = await ApiClient.installAdmin(app);
});

afterAll(async () => {
  await app.stop();
  await target.drop();
});

/** As if a batch of 50 rows, with some that were cut, had been committed of which its worker did not hear: seen when the claims are ended. */
async function hideLastBatch(): Promise<void> {
  await target.query(`
    CREATE FUNCTION reveal() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
      NEW.rows_read := NEW.rows_read + 50; NEW.rows_written := NEW.rows_written + 50;
      NEW.column_counts := replace(NEW.column_counts, '"truncated":0', '"truncated":7'); RETURN NEW;
    END$$;
    CREATE FUNCTION watch_table() RETURNS event_trigger LANGUAGE plpgsql AS $$DECLARE made record; BEGIN
      FOR made IN SELECT * FROM pg_event_trigger_ddl_commands() LOOP
        IF made.command_tag = 'CREATE TABLE' AND made.object_identity LIKE '%vizard_progress%' THEN
          EXECUTE format('CREATE TRIGGER reveal BEFORE UPDATE ON %s FOR EACH ROW WHEN (NEW.token = '''')
            EXECUTE FUNCTION reveal()', made.object_identity);
        END IF;
      END LOOP;
    END$$;
    CREATE EVENT TRIGGER watch_tables ON ddl_command_end EXECUTE FUNCTION watch_table()`);
}

it('rows that the target knows to be masked are told, whatever the worker heard', async () => {
  await createPeople(target, 'people', 1_000);
  await target.query(`ALTER TABLE people ADD CHECK (id < 200 OR last_name ~ '^Læst')`);
  await hideLastBatch();
  const run = await runToEnd(admin, {
    connection: await connectTo(admin, target),
    ruleset: await createTasks(admin, maskPeople('people')),
    options: { batch_size: 50 },
  });
  expect(run).toMatchObject({ status: 'failed', progress: { rows_done: 200, rows_masked: 200 } });
  const log = await logOf(admin, run.id);
  expect(log).toContainEqual(expect.stringMatching(/"people": 200 rows masked .*, 50 more than was known$/));
  expect(log.filter((line) => line.startsWith('[truncated]'))).toEqual([
    expect.stringContaining('7 masked texts of column "first_name" were cut'),
    expect.stringContaining('7 masked texts of column "last_name" were cut'),
  ]);
  expect(log.at(-1)).toContain('(200 rows masked)');
});
