import type { DatabaseSession } from '../../src/adapters/databases/index.js';
import { postgresAdapter } from '../../src/adapters/databases/postgres/postgres-adapter.js';
import type { PostgresTarget } from './support/postgres-target.js';
import { createPostgresTarget } from './support/postgres-target.js';

/** Sessions of one run, one after the other, over connections that are handed on. */
describe('PostgreSQL sessions that follow each other', () => {
  let target: PostgresTarget;

  beforeAll(async () => {
    target = await createPostgresTarget();
    await target.sql('CREATE TABLE seen (id int PRIMARY KEY, who text); INSERT INTO seen VALUES (1, NULL)');
  });

  afterAll(async () => {
    await target.drop();
  });

  const open = (readOnly = false, name = 'a run'): Promise<DatabaseSession> =>
    postgresAdapter.open({ ...target.settings, readOnly }, name, { isFollowed: true });
  const write = (session: DatabaseSession, sql: string): Promise<unknown> => session.runStatement(null, sql);
  const lastPid = async (): Promise<unknown> => (await target.sql('SELECT who FROM seen'))[0]?.[0];
  const backends = async (): Promise<readonly (string | null)[]> =>
    (
      await target.sql(
        `SELECT pid FROM pg_stat_activity
         WHERE application_name IN ('a run', 'another') AND datname = current_database() ORDER BY pid`,
      )
    ).map(([pid]) => pid ?? null);
  const WHO = 'UPDATE seen SET who = pg_backend_pid()';

  /** The connection that a short session had. */
  async function pidOf(readOnly?: boolean, name?: string): Promise<unknown> {
    const session = await open(readOnly, name);
    await write(session, WHO);
    await session.close();
    return lastPid();
  }

  it('share one connection, which is gone soon after the last', async () => {
    const first = await pidOf();
    expect(await pidOf()).toBe(first);
    expect(await backends()).toEqual([first]);
    while ((await backends()).length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  it('find nothing that one before left: settings, temporary tables, locks, parsed statements', async () => {
    const first = await open();
    const table = await first.describeTable({ schema: 'public', table: 'seen' });
    const scan = { table: table.name, readColumns: table.columns, keyCount: 1, where: null };
    await first.readPage(scan, { after: null, upTo: null }, 1);
    await write(
      first,
      `${WHO}; SET search_path = pg_catalog; SET DateStyle = 'German'; CREATE TEMP TABLE seen (id text);
       SELECT pg_advisory_lock(7)`,
    );
    await first.close();
    const pid = await lastPid();
    expect(await target.sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")).toEqual([['0']]);

    const next = await open();
    expect(await next.resolveTable('seen')).toEqual({ schema: 'public', table: 'seen' });
    await expect(next.readPage(scan, { after: null, upTo: null }, 1)).resolves.toEqual([['1', pid]]);
    await write(next, "UPDATE seen SET who = pg_backend_pid() || ' ' || current_setting('DateStyle')");
    await next.close();
    expect(await lastPid()).toBe(`${String(pid)} ISO, MDY`);
  });

  it('do not pass on what may write to those that may not, nor to another run', async () => {
    const first = await pidOf();
    const reading = await open(true);
    await expect(write(reading, WHO)).rejects.toMatchObject({ code: 'read_only' });
    await reading.close();
    expect(await pidOf(false, 'another')).not.toBe(first);
  });

  it('do not get a connection in the middle of something, nor one that is closed twice', async () => {
    const busy = await open();
    const outcome = write(busy, 'SELECT pg_sleep(600)').catch((error: unknown) => error);
    await busy.close();
    expect(await outcome).toMatchObject({ code: 'lost_connection' });
    const twice = await open();
    await Promise.all([twice.close(), twice.close()]);
    await twice.close();
    await expect(write(twice, WHO)).rejects.toMatchObject({ code: 'lost_connection' });
    await expect(pidOf()).resolves.toEqual(expect.any(String));
  });

  it('do not get a connection that the server has ended', async () => {
    const first = await pidOf();
    await target.sql(`SELECT pg_terminate_backend(${String(first)})`);
    while ((await backends()).includes(String(first))) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await pidOf()).not.toBe(first);
  });
});
