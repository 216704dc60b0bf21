import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Processes } from '../../bench/chaos/processes.js';
import { ApiClient } from '../support/api-client.js';
import { awaitRun, connectTo, createTasks, logOf } from '../support/builders/run.builder.js';
import { IfmClient } from '../support/ifm-client.js';
import { startMailServer, type TestMailServer } from '../support/mail-server.js';
import { whileHeld } from '../support/hold.js';
import { checksum, createPeople, maskPeopleOnce, slowDown } from '../support/people.js';
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js';
import type { TestApp } from '../support/test-app.js';
import { createStoreDatabase, createTargetDatabase, type TestDatabase } from '../support/test-database.js';

const ROWS = 3_000;
const LIMIT = 100_000;
const PASSWORD = 'Correct-horse-7';
const OPTIONS = { run_secret: 'the same secret for every run here', batch_size: 100 };

describeWithRedis('two API and three worker processes over one Redis and one PostgreSQL', () => {
  let folder: string;
  let redis: TestRedis;
  let store: TestDatabase;
  let target: TestDatabase;
  let mailbox: TestMailServer;
  let processes: Processes;
  let apps: readonly TestApp[];
  let clients: readonly ApiClient[];
  let connection: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vizard-test-data-'));
    [redis, store, target, mailbox] = await Promise.all([
      startRedis(),
      createStoreDatabase(),
      createTargetDatabase(),
      startMailServer(),
    ]);
    processes = await Processes.start('pods', {
      ...{ DATABASE_URL: store.url, REDIS_URL: redis.url, DATA_DIR: folder, LOG_LEVEL: 'error' },
      ...{ SECRET_KEY: 'a key for tests of several pods, long enough', WORKER_SLOTS: '1' },
      ...{ WORKER_HEARTBEAT_MS: '500', WORKER_STALE_MS: '3000' },
      ...{ RATE_LIMIT_MAX: String(LIMIT), RATE_LIMIT_WINDOW_S: '3600' },
    });
    apps = processes.urls.map((server) => ({ server }) as unknown as TestApp);
    const admin = await ApiClient.installAdmin(apps[0]!);
    clients = apps.map((app) => ApiClient.withToken(app, admin.authorization!.replace('Token ', '')));
    connection = await connectTo(admin, target);
    const mail = { smtp_host: '127.0.0.1', smtp_port: mailbox.port, smtp_security: 'none' };
    await admin.patch('/api/settings/', { ...mail, smtp_sender: 'masking@example.com' }).expect(200);
  });

  afterAll(async () => {
    const orphans = await processes.stop();
    await redis.stop();
    await Promise.all([store.drop(), target.drop(), mailbox.stop()]);
    rmSync(folder, { recursive: true, force: true });
    expect(orphans).toEqual([]);
  });

  async function start(table: string, isSubscribed = false): Promise<number> {
    const [client] = clients;
    const ruleset = await createTasks(client!, maskPeopleOnce(table));
    const body = { name: 'pods', connection, ruleset, options: OPTIONS, is_user_subscribed: isSubscribed };
    const started = await client!.post('/api/runs/', body).expect(201);
    return (started.body as { id: number }).id;
  }

  it('count requests together', async () => {
    const remaining: number[] = [];
    for (const app of [apps[0]!, apps[1]!, apps[0]!]) {
      const { headers } = await ApiClient.anonymous(app).get('/api/app/check/');
      remaining.push(Number(headers['x-ratelimit-remaining']));
    }
    expect(remaining.map((left) => remaining[0]! - left)).toEqual([0, 1, 2]);
  });

  it('mask by the same plan, also after it has changed in another process', async () => {
    const masking = await Promise.all(
      apps.map((app) => IfmClient.login(app, { username: 'admin', password: PASSWORD })),
    );
    const yaml = (value: string): string =>
      `version: "1.0"\nrules: [{masks: [{type: from_fixed, value: ${value}}]}]\n`;
    const made = await masking[0]!
      .send('post', 'ruleset-plans/')
      .send({ name: 'pods', ruleset_yaml: yaml('a') });
    const { name } = made.body as { name: string };
    const masked = async (place: number): Promise<unknown> => {
      const answer = await masking[place]!.send('post', `ruleset-plans/${name}/mask/`).send({
        data: ['secret'],
      });
      return (answer.body as { data: unknown }).data;
    };
    expect([await masked(0), await masked(1)]).toEqual([['a'], ['a']]);
    await masking[1]!
      .send('patch', `ruleset-plans/${name}/`)
      .send({ ruleset_yaml: yaml('b') })
      .expect(200);
    expect(await masked(1)).toEqual(['b']);
    const deadline = Date.now() + 120_000;
    while (JSON.stringify(await masked(0)) !== '["b"]') {
      expect(Date.now()).toBeLessThan(deadline);
    }
  });

  it('tell in either how a run gets on, and lose nothing of one that is under way while all are replaced and one dies', async () => {
    await createPeople(target, 'calm', ROWS, 4);
    await createPeople(target, 'rolled', ROWS, 4);
    const calm = await start('calm');
    const told = await (
      await fetch(`${processes.urls[1]!}/api/runs/${calm}/events/`, {
        headers: { authorization: clients[1]!.authorization! },
      })
    ).text();
    expect(told).toContain(`{"id":${calm},"status":"finished"}`);

    await slowDown(target, 'rolled', 0.4);
    const id = await whileHeld(target, `SELECT 1 FROM rolled WHERE id = ${ROWS} FOR UPDATE`, async () => {
      const started = await start('rolled', true);
      await awaitRun(clients[1]!, started, ({ progress }) => progress.rows_done > 0);
      const [part] = await store.query<{ pid: string }>(
        `SELECT substring(claimed_by FROM '-(\\d+)-[0-9a-f]{8}$') AS pid FROM run_partition
         WHERE run_id = $1 AND status = 'working'`,
        [started],
      );
      process.kill(Number(part?.pid), 'SIGKILL');
      return started;
    });
    await processes.roll();
    const run = await awaitRun(clients[1]!, id);
    // By the trigger that slows the table down.
    expect(run.status).toBe('finished_with_warnings');
    expect(run.progress).toMatchObject({ rows_done: ROWS, rows_masked: ROWS });
    expect(await checksum(target, 'rolled')).toBe(await checksum(target, 'calm'));
    // Whoever looked for unfinished work, and how often: each step was taken once.
    const log = (await logOf(clients[0]!, id)).filter((line) =>
      /^(Run|Task) .*(started|finished)/.test(line),
    );
    expect(log).toHaveLength(4);
    const isOurs = ({ raw }: { raw: string }): boolean => raw.includes(`Run ${id} `);
    await mailbox.await(isOurs);
    await sleep(300);
    expect(mailbox.mails.filter(isOurs)).toHaveLength(1);
  });
});
