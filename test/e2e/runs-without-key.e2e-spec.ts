import { awaitRun, createTasks, isOver, logOf, runToEnd, startRun } from '../support/builders/run.builder.js';
import { endRunSessions } from '../support/end-run-sessions.js';
import { useRunStage } from '../support/run-stage.js';

const stage = useRunStage();

const mask = (table: string, more = ''): string => `  - type: mask_table
    table: ${table}
    key: ctid
${more}    rules:
      - column: name
        masks:
          - type: concat
            masks:
              - type: do_nothing
              - type: from_fixed
                value: '!'
`;

const namesOf = (table: string): Promise<{ name: string; count: string }[]> =>
  stage.target.query(`SELECT name, count(*) FROM ${table} GROUP BY name ORDER BY name`);

const create = (table: string, rows: number): Promise<unknown> =>
  stage.target.query(
    `CREATE TABLE ${table} AS SELECT 'name' AS name, n % 7 AS n FROM generate_series(1, ${rows}) AS n`,
  );

describe('a table without a key', () => {
  it('is masked in one transaction, every row once, in its partitions too', async () => {
    const { admin, connection, target } = stage;
    await create('loose', 9_000);
    await target.query(`
      CREATE TABLE parted (name text, n int) PARTITION BY LIST (n);
      CREATE TABLE parted_0 PARTITION OF parted FOR VALUES IN (0, 1, 2);
      CREATE TABLE parted_1 PARTITION OF parted DEFAULT;
      INSERT INTO parted SELECT * FROM loose`);
    const ruleset = await createTasks(admin, mask('loose') + mask('parted', '    where: parted.n < 5\n'));
    const run = await runToEnd(admin, { connection, ruleset });
    expect(run.status).toBe('finished');
    expect(await namesOf('loose')).toEqual([{ name: 'name!', count: '9000' }]);
    expect(await target.query(`SELECT name, min(n), max(n) FROM parted GROUP BY name ORDER BY name`)).toEqual(
      [
        { name: 'name', min: 5, max: 6 },
        { name: 'name!', min: 0, max: 4 },
      ],
    );
    expect(await target.query(`SELECT relname FROM pg_class WHERE relname LIKE 'vizard%'`)).toEqual([]);
  });

  it('is masked once, although its sessions die under way', async () => {
    const { admin, connection, target } = stage;
    const ruleset = await createTasks(admin, mask('died', '    where: (SELECT pg_sleep(0.5)) IS NOT NULL\n'));
    // A run that was over too soon is followed by another.
    for (let ended = 0; ended === 0;) {
      await target.query('DROP TABLE IF EXISTS died');
      await create('died', 3_000);
      const id = await startRun(admin, { connection, ruleset });
      await awaitRun(
        admin,
        id,
        (run) => isOver(run) || run.progress.tasks.some((task) => task.status === 'running'),
      );
      ended = await endRunSessions(target, id);
      expect(await awaitRun(admin, id)).toMatchObject({ status: 'finished' });
    }
    expect(await namesOf('died')).toEqual([{ name: 'name!', count: '3000' }]);
  });

  it('is told of where a key is none, and masked neither with triggers nor by a hash of its address', async () => {
    const { admin, connection, target } = stage;
    await create('fired', 10);
    await target.query(`
      CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
      CREATE TRIGGER keeper BEFORE UPDATE ON fired FOR EACH ROW EXECUTE FUNCTION keep()`);
    const fired = await runToEnd(admin, { connection, ruleset: await createTasks(admin, mask('fired')) });
    expect(fired).toMatchObject({ status: 'failed', error_message: expect.stringContaining('"keeper"') });
    const hashed = await runToEnd(admin, {
      connection,
      ruleset: await createTasks(admin, mask('fired', '    hash_columns: [ctid]\n')),
    });
    expect((await logOf(admin, hashed.id)).join('\n')).toContain('"ctid" is where a row lies');
    const doubled = mask('fired').replace('key: ctid', 'key: n');
    await target.query('DROP TRIGGER keeper ON fired; UPDATE fired SET n = 1');
    const run = await runToEnd(admin, { connection, ruleset: await createTasks(admin, doubled) });
    expect(run.error_message).toContain('"key: ctid" masks the table without a key');
    expect(await namesOf('fired')).toEqual([{ name: 'name', count: '10' }]);
  });
});
