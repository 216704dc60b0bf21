import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { DatabaseSession, DatabaseSettings } from '../../src/adapters/databases/index.js';
import { postgresAdapter } from '../../src/adapters/databases/postgres/postgres-adapter.js';
import type { PostgresTarget } from './support/postgres-target.js';
import { createPostgresTarget } from './support/postgres-target.js';
import { claimOf } from './support/walk.js';

const open = (settings: DatabaseSettings): Promise<DatabaseSession> =>
  postgresAdapter.open(settings, 'a name');

const OURS = "FROM pg_stat_activity WHERE application_name = 'a name' AND datname = current_database()";
const SLEEPING = `AND state = 'active' AND query LIKE '%pg_sleep%'`;

describe('PostgreSQL connections', () => {
  let target: PostgresTarget;

  /** Until so many of our sessions are there, that are as `which` says. */
  async function untilSessions(count: string, which = ''): Promise<void> {
    const there = `SELECT count(*) ${OURS} ${which}`;
    while ((await target.sql(there))[0]?.[0] !== count) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  beforeAll(async () => {
    target = await createPostgresTarget();
  });

  afterAll(async () => {
    await target.drop();
  });

  it('pins what texts depend on, whatever the database says', async () => {
    const { database } = target.settings;
    await target.sql(`ALTER DATABASE ${database} SET DateStyle = 'German';
      ALTER DATABASE ${database} SET TimeZone = 'Asia/Kathmandu';
      ALTER DATABASE ${database} SET IntervalStyle = 'iso_8601'; ALTER DATABASE ${database} SET bytea_output = 'escape';
      ALTER DATABASE ${database} SET extra_float_digits = 0; ALTER DATABASE ${database} SET statement_timeout = '1s';
      CREATE TABLE odd (id int PRIMARY KEY, a timestamptz, b interval, c bytea, d float8);
      INSERT INTO odd VALUES (1, '2024-01-02 03:04:05+00', '1 day 2 hours', '\\x00', 0.1::float8 + 0.2::float8)`);
    const session = await open(target.settings);
    const table = await session.describeTable({ schema: 'public', table: 'odd' });
    const scan = { table: table.name, readColumns: table.columns, keyCount: 1, where: null };
    expect(await session.readPage(scan, { after: null, upTo: null }, 1)).toEqual([
      ['1', '2024-01-02 03:04:05+00', '1 day 02:00:00', '\\x00', '0.30000000000000004'],
    ]);
    expect(session.serverVersion).toMatch(/^PostgreSQL \d+/);
    expect(await target.sql(`SELECT count(*) ${OURS}`)).toEqual([['1']]);
    await session.close();
    await target.sql(`ALTER DATABASE ${database} RESET ALL`);
  });

  it('turns a killed connection into a transient error, idle or busy', async () => {
    const kill = (): Promise<unknown> => target.sql(`SELECT pg_terminate_backend(pid) ${OURS}`);
    const idle = await open(target.settings);
    await kill();
    await untilSessions('0');
    await expect(idle.resolveTable('x')).rejects.toMatchObject({ code: 'lost_connection', transient: true });
    await idle.close();

    const busy = await open(target.settings);
    const running = busy.runStatement(null, 'SELECT pg_sleep(600)');
    const outcome = running.catch((error: unknown) => error);
    await untilSessions('1', SLEEPING);
    await kill();
    expect(await outcome).toMatchObject({ code: 'lost_connection', transient: true });
    await busy.close();
  });

  it('closes at once while a statement runs', async () => {
    const busy = await open(target.settings);
    const outcome = busy.runStatement(null, 'SELECT pg_sleep(600)').catch((error: unknown) => error);
    await untilSessions('1', SLEEPING);
    const start = Date.now();
    await busy.close();
    expect(await outcome).toMatchObject({ code: 'lost_connection' });
    expect(Date.now() - start).toBeLessThan(120_000);
    await untilSessions('0');
  });

  it.each([false, 'prefer'])('ends the statement that it closes (ssl: %s)', async (ssl) => {
    await target.sql('CREATE TABLE IF NOT EXISTS held (id int)');
    const busy = await open({ ...target.settings, engineOptions: { ssl } });
    const text = 'LOCK TABLE held; SELECT pg_sleep(600)';
    const outcome = busy.runStatement(null, text).catch((error: unknown) => error);
    await untilSessions('1', SLEEPING);
    const start = Date.now();
    await busy.close();
    expect(await outcome).toMatchObject({ code: 'lost_connection', transient: true });
    await target.sql('DROP TABLE held');
    expect(Date.now() - start).toBeLessThan(120_000);
    // What held the lock has ended; its session goes a moment later.
    await untilSessions('0');
  });

  it('gives up on an address that takes the connection and never answers', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const start = Date.now();
    const tcpPort = (silent.address() as AddressInfo).port;
    await expect(open({ ...target.settings, tcpPort })).rejects.toMatchObject({
      code: 'unreachable',
      transient: true,
    });
    expect(Date.now() - start).toBeLessThan(120_000);
    silent.close();
  });

  it('knows a server that is not PostgreSQL', async () => {
    const web = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => web.once('listening', resolve));
    const tcpPort = (web.address() as AddressInfo).port;
    await expect(open({ ...target.settings, tcpPort })).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('PostgreSQL') as string,
    });
    web.close();
  });

  it.each([
    [{ ssl: 'sometimes' }, 'bad_options'],
    [{ ca: '/etc/ca.pem' }, 'bad_options'],
    [{ ssl: true }, 'tls_unavailable'],
    [{ ssl: 'verify-full' }, 'tls_unavailable'],
  ])('reads the engine options %j', async (engineOptions, code) => {
    await expect(open({ ...target.settings, engineOptions })).rejects.toMatchObject({ code });
    await (await open({ ...target.settings, engineOptions: { ssl: false } })).close();
  });

  describe('statements', () => {
    let session: DatabaseSession;

    beforeAll(async () => {
      session = await open(target.settings);
      await target.sql('CREATE TABLE steps (id int); INSERT INTO steps VALUES (1), (2)');
      await session.createProgressTable({ name: 'p_steps' });
    });

    afterAll(async () => {
      await session.close();
    });

    it('runs outside a transaction what PostgreSQL takes in none, and marks it', async () => {
      const claim = claimOf('p_steps', 1);
      await session.claimPartition(claim);
      const text =
        "UPDATE steps SET id = id; VACUUM steps; -- ; '\nCREATE INDEX CONCURRENTLY steps_id ON steps (id)";
      expect(await session.runStatement(claim, text)).toBe(2);
      expect(await session.runStatement(claim, text)).toBeNull();
      await expect(session.runStatement(null, 'VACUUM steps; VACUUM no_such_table')).rejects.toMatchObject({
        code: 'unknown_table',
        message: expect.stringContaining('statement 2 of 2') as string,
      });
    });

    it('takes texts that select much, raise notices or change the search path', async () => {
      const text = `SELECT repeat('x', 1000) FROM generate_series(1, 20000); DO $$ BEGIN RAISE NOTICE 'hello'; END $$;
        SET search_path = pg_catalog; UPDATE public.steps SET id = id; UPDATE public.steps SET id = id`;
      const claim = claimOf('p_steps', 2);
      await session.claimPartition(claim);
      expect(await session.runStatement(claim, text)).toBe(4);
      expect(await session.runStatement(claim, text)).toBeNull();
      await session.runStatement(null, 'RESET search_path');
    });

    it.each([
      ['SELEC 1', 'syntax'],
      ['SELECT * FROM nowhere', 'unknown_table'],
      ["SELECT 'secretive'::int", 'bad_value'],
      ["DO $$ BEGIN RAISE EXCEPTION 'secretive'; END $$", 'raised_by_database'],
      ['COPY steps FROM STDIN', 'cancelled'],
      ["SELECT 'secretive'; COMMIT", 'bad_statement'],
    ])('reports %p as %s without values', async (text, code) => {
      const error: unknown = await session.runStatement(null, text).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'DatabaseError', code });
      expect(String((error as Error).stack)).not.toContain('secretive');
    });
  });
});
