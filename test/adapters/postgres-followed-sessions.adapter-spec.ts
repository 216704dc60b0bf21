import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSession, TableScan } from '../../src/adapters/databases/index.js';
import { postgresAdapter } from '../../src/adapters/databases/postgres/postgres-adapter.js';
import type { PostgresTarget } from './support/postgres-target.js';
import { createPostgresTarget } from './support/postgres-target.js';

/** What a session tells of itself. */
interface Told {
  readonly pid: string;
  readonly dateStyle: string;
  readonly locks: string;
}

/** Sessions of one run, one after the other, over connections that are handed on: for a moment, so a busy machine may miss it. */
describe('PostgreSQL sessions that follow each other', () => {
  let target: PostgresTarget;
  let scan: TableScan;
  let prepared: TableScan;

  beforeAll(async () => {
    target = await createPostgresTarget();
    await target.sql(`CREATE TABLE seen (id int PRIMARY KEY, who text); INSERT INTO seen VALUES (1, NULL);
      CREATE VIEW me AS SELECT 1 AS id, pg_backend_pid()::text AS pid, current_setting('DateStyle') AS date_style,
        (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks`);
    await target.sql(`CREATE VIEW prepared AS SELECT 1 AS id, pg_backend_pid()::text AS pid,
      count(*) FILTER (WHERE name NOT LIKE 'vizard%') - 1 AS own,
      count(*) FILTER (WHERE name LIKE 'vizard%' AND generic_plans > 1) AS planned FROM pg_prepared_statements`);
    const session = await open(true);
    const scanOf = async (name: string): Promise<TableScan> => {
      const { name: table, columns } = await session.describeTable({ schema: 'public', table: name });
      return { table, readColumns: columns, keyCount: 1, where: null };
    };
    [scan, prepared] = [await scanOf('me'), await scanOf('prepared')];
    await session.close();
  });

  afterAll(async () => {
    await target.drop();
  });

  const open = (readOnly: boolean, name = 'a run'): Promise<DatabaseSession> =>
    postgresAdapter.open({ ...target.settings, readOnly }, name, { isFollowed: true });
  const run = (session: DatabaseSession, sql: string): Promise<unknown> => session.runStatement(null, sql);

  async function told(session: DatabaseSession): Promise<Told> {
    const [row] = await session.readPage(scan, { after: null, upTo: null }, 1);
    const [, pid, dateStyle, locks] = row ?? [];
    return { pid: pid ?? '', dateStyle: dateStyle ?? '', locks: locks ?? '' };
  }

  async function tellAndClose(session: DatabaseSession): Promise<Told> {
    const all = await told(session);
    await session.close();
    return all;
  }

  /** What a session tells that got the connection of one before, which did `work`. */
  async function followed(work: (session: DatabaseSession) => Promise<unknown>): Promise<Told> {
    for (;;) {
      const first = await open(true);
      await work(first);
      const { pid } = await tellAndClose(first);
      const next = await tellAndClose(await open(true));
      if (next.pid === pid) {
        return next;
      }
    }
  }

  const backends = async (name: string): Promise<number> => {
    const [row] = await target.sql(
      `SELECT count(*) FROM pg_stat_activity WHERE application_name = '${name}' AND datname = current_database()`,
    );
    return Number(row?.[0]);
  };

  it('share a connection, which is gone soon after the last', async () => {
    await followed(() => Promise.resolve());
    while ((await backends('a run')) > 0) {
      await sleep(20);
    }
    expect(await backends('a run')).toBe(0);
  });

  it('find nothing that one before left: settings, locks, parsed statements', async () => {
    const next = await followed(async (first) => {
      await told(first);
      await run(first, "SET search_path = pg_catalog; SET DateStyle = 'German'; SELECT pg_advisory_lock(7)");
    });
    expect(next).toMatchObject({ dateStyle: 'ISO, MDY', locks: '0' });
  });

  it('go on with nothing of another run, nor with what may write', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await tellAndClose(await open(true));
      const other = await tellAndClose(await open(true, 'another'));
      const writing = await open(false);
      expect([one.pid, other.pid]).not.toContain((await told(writing)).pid);
      expect(other.pid).not.toBe(one.pid);
      await writing.close();
    }
  });

  it('have all that they wrote counted, whether the connection is handed on or ended', async () => {
    const written = async (): Promise<unknown> =>
      (await target.sql("SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'seen'"))[0]?.[0];
    for (let round = 1; round <= 5; round += 1) {
      const session = await open(false);
      await run(session, "UPDATE seen SET who = 'me'");
      await session.close();
      expect(await written()).toBe(String(round));
    }
  });

  it('plan what they ask of each table only once, and leave no statement of their own', async () => {
    let row: readonly (string | null)[];
    let before: Told;
    do {
      before = await followed(async (first) => {
        await first.describeTable(scan.table);
        await first.describeTable(scan.table);
      });
      const session = await open(true);
      row = (await session.readPage(prepared, { after: null, upTo: null }, 1))[0] ?? [];
      await session.close();
    } while (row[1] !== before.pid);
    expect(row[2]).toBe('0');
    expect(Number(row[3])).toBeGreaterThan(3);
  });

  it('do not get a connection in the middle of something, nor one that is closed twice', async () => {
    const busy = await open(true);
    const outcome = run(busy, 'SELECT pg_sleep(600)').catch((error: unknown) => error);
    await busy.close();
    expect(await outcome).toMatchObject({ code: 'lost_connection' });
    const twice = await open(true);
    await Promise.all([twice.close(), twice.close()]);
    await twice.close();
    await expect(told(twice)).rejects.toMatchObject({ code: 'lost_connection' });
    await expect(open(true).then(tellAndClose)).resolves.toMatchObject({ locks: '0' });
  });

  it('do not get a connection that the server has ended', async () => {
    const { pid } = await tellAndClose(await open(true));
    await target.sql(`SELECT pg_terminate_backend(${pid})`);
    while (
      Number((await target.sql(`SELECT count(*) FROM pg_stat_activity WHERE pid = ${pid}`))[0]?.[0]) > 0
    ) {
      await sleep(5);
    }
    await sleep(20);
    expect((await tellAndClose(await open(true))).pid).not.toBe(pid);
  });
});
