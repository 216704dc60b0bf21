import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import type { Config } from '../../src/config/config.js';
import { loadConfig } from '../../src/config/load-config.js';
import { resolveSecretKey } from '../../src/config/secret-key.js';
import { createApi } from '../../src/create-api.js';
import { BackgroundWork } from '../../src/workers/background-work.js';
import { recordApp, recordedLogger } from './leaks/record-app.js';
import { noteEnvironment } from './leaks/told-secrets.js';
import { startRedis, type TestRedis } from './redis.js';
import { createStoreDatabase, type TestDatabase } from './test-database.js';

export interface TestAppOptions {
  /** Default `in-process`. `bull` needs a Redis: see `hasRedis`. */
  readonly queue?: 'in-process' | 'bull';
  /** Worker processes, run from dist/; default 0: jobs are accepted and nobody takes them. */
  readonly workers?: number;
  /** The database of another application of the same installation; default: a new one, dropped at the end. */
  readonly database?: TestDatabase;
  /** Variables as an operator would set them. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The real application on a random port with a database of its own. */
export interface TestApp {
  readonly app: NestExpressApplication;
  /** For supertest. */
  readonly server: Server;
  readonly url: string;
  readonly config: Config;
  readonly dataSource: DataSource;
  readonly database: TestDatabase;
  readonly background: BackgroundWork;
  readonly redis: TestRedis | null;
  stop(): Promise<void>;
}

/** Workers of a busy machine get to their end by themselves. */
const GRACE_MS = 30_000;
/** Of all applications of a test file: those that share a database are of one installation. */
const SECRET_KEY = randomBytes(24).toString('hex');

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createStoreDatabase());
  const redis = options.queue === 'bull' ? await startRedis() : null;
  const dataDir = mkdtempSync(join(tmpdir(), 'vizard-test-data-'));
  const config = testConfig(options, {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ...(redis === null ? {} : { REDIS_URL: redis.url }),
  });
  const app = await createApi(config, recordedLogger());
  const endRecord = await recordApp(app, redis);
  await app.listen(config.http.tcpPort, config.http.host);
  const background = BackgroundWork.start(app, config, {
    processes: options.workers ?? 0,
    graceMs: GRACE_MS,
  });
  const server = app.getHttpServer();
  return {
    app,
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    config,
    dataSource: app.get(DataSource),
    database,
    background,
    redis,
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      await background.stop();
      await app.close();
      endRecord();
      await redis?.stop();
      await (options.database === undefined ? database.drop() : undefined);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function testConfig(options: TestAppOptions, env: Readonly<Record<string, string>>): Config {
  const root = process.cwd();
  const defaults = {
    PORT: '0',
    SECRET_KEY,
    LOG_LEVEL: 'debug',
    LOG_FORMAT: 'json',
    // Progress is told with each heartbeat: tests that act at a moment of a run must hear of it before the run is over.
    WORKER_HEARTBEAT_MS: '200',
  };
  const given = { ...defaults, ...env, ...options.env };
  noteEnvironment(given);
  return resolveSecretKey(loadConfig({ env: given, root, cwd: root, isTerminal: false }));
}
