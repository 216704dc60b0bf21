import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KillableTarget } from '../../test/support/killable-target.js';
import { hasMariadb, startMariadb, type TestMariadb } from '../../test/support/mariadb.js';
import { Program } from '../../test/support/program.js';
import { isRedisInstalled, startRedis, type TestRedis } from '../../test/support/redis.js';
import { S3Server } from '../../test/support/s3-server.js';
import { ChaosClient } from './chaos-client.js';
import { DiscoveryLoad } from './discovery-load.js';
import { FileLoad } from './file-load.js';
import { VICTIMS, type Kill, type Victim } from './kill-plan.js';
import type { Load } from './load.js';
import { MariadbLoad } from './mariadb-load.js';
import { PostgresLoad } from './postgres-load.js';
import { Processes, type Topology } from './processes.js';

export interface StageOptions {
  readonly topology: Topology;
  /** Of PostgreSQL; MariaDB and the files have a third of them each. */
  readonly rows: number;
  /** What alone is to be done, on the PostgreSQL that is killed; absent: runs of all kinds. */
  readonly only?: (target: KillableTarget, rows: number) => Load;
  /** Absent: three. */
  readonly workers?: number;
}

interface Servers {
  readonly folder: string;
  readonly store: KillableTarget;
  readonly target: KillableTarget;
  readonly s3: S3Server | null;
  readonly redis: TestRedis | null;
  readonly mariadb: TestMariadb | null;
}

/** Servers, processes and data that chaos is let loose on. MariaDB and Redis take part where they are installed. */
export class ChaosStage {
  private constructor(
    private readonly servers: Servers,
    private readonly processes: Processes,
    readonly client: ChaosClient,
    readonly loads: readonly Load[],
  ) {}

  static async start({ topology, rows, only, workers }: StageOptions): Promise<ChaosStage> {
    const folder = mkdtempSync(join(tmpdir(), 'vizard-chaos-'));
    const isMixed = only === undefined;
    const [store, target, s3, redis, mariadb] = await Promise.all([
      KillableTarget.start(),
      KillableTarget.start(),
      isMixed ? S3Server.start('files') : null,
      isRedisInstalled() ? startRedis() : null,
      isMixed && hasMariadb() ? startMariadb() : null,
    ]);
    const env = environment(folder, store.url, redis);
    const migration = Program.start({ env, entry: 'dist/src/migrate.js', args: ['run'] });
    if ((await migration.exited) !== 0) {
      throw new Error(`No migration: ${migration.output}`);
    }
    const processes = await Processes.start(redis === null ? 'one' : topology, env, workers);
    const client = new ChaosClient(() => processes.urls);
    await client.install();
    const few = Math.ceil(rows / 3);
    const loads = isMixed
      ? [
          new PostgresLoad(target, rows),
          ...(mariadb === null ? [] : [new MariadbLoad(await mariadb.createTarget(), few)]),
          ...(s3 === null ? [] : [new FileLoad(join(folder, 'mounts'), s3, few)]),
          new DiscoveryLoad(target),
        ]
      : [only(target, rows)];
    return new ChaosStage({ folder, store, target, s3, redis, mariadb }, processes, client, loads);
  }

  get victims(): readonly Victim[] {
    return VICTIMS.filter(
      (victim) =>
        (victim !== 'redis' || this.servers.redis !== null) &&
        (victim !== 'mariadb' || this.servers.mariadb !== null),
    );
  }

  /** SIGKILL; resolves when the victim is there again. */
  async kill({ victim, which }: Kill): Promise<void> {
    const ways: Readonly<Record<Victim, () => Promise<unknown>>> = {
      worker: () => this.processes.killWorker(which),
      api: () => this.processes.killApi(which),
      redis: () => this.servers.redis!.restart(),
      postgres: () => this.servers.target.killAndRestart(),
      mariadb: () => this.servers.mariadb!.restart(),
      store: () => this.servers.store.killAndRestart(),
    };
    await ways[victim]();
  }

  /** What our own database still calls under way, by name. */
  async stuck(runIds: readonly number[]): Promise<readonly string[]> {
    const ids = runIds.join(',');
    const found = await this.servers.store.query<{ line: string }>(`
      SELECT 'run ' || id || ' ' || status AS line FROM run
        WHERE id IN (${ids}) AND (status NOT IN ('finished', 'finished_with_warnings') OR progress_table IS NOT NULL)
      UNION ALL SELECT 'task ' || path || ' of run ' || run_id || ' ' || status FROM run_task
        WHERE run_id IN (${ids}) AND status <> 'finished'
      UNION ALL SELECT 'partition ' || id || ' of run ' || run_id || ' ' || status FROM run_partition
        WHERE run_id IN (${ids}) AND status <> 'finished'
      UNION ALL SELECT 'noted object of run ' || run_id FROM run_object WHERE run_id IN (${ids})`);
    return found.map(({ line }) => line);
  }

  /** Gives processes that outlive their end. */
  async stop(): Promise<readonly number[]> {
    const orphans = await this.processes.stop();
    await Promise.all([this.servers.redis?.stop(), this.servers.mariadb?.stop(), this.servers.s3?.stop()]);
    await Promise.all([this.servers.target.stop(), this.servers.store.stop()]);
    rmSync(this.servers.folder, { recursive: true, force: true });
    return orphans;
  }
}

function environment(folder: string, storeUrl: string, redis: TestRedis | null): Record<string, string> {
  return {
    ...{ DATABASE_URL: storeUrl, DATA_DIR: join(folder, 'data'), MOUNTS_DIR: join(folder, 'mounts') },
    ...{ WORKER_HEARTBEAT_MS: '500', WORKER_STALE_MS: '3000', LOG_LEVEL: 'error' },
    ...{ RATE_LIMIT_MAX: '1000000000', SECRET_KEY: 'a key for chaos, which is long enough for it' },
    ...(redis === null ? {} : { REDIS_URL: redis.url }),
  };
}
