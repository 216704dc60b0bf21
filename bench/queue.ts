/**
 * `npm run bench -- queue [--workers 100 --runs 100 --partitions 100]`: how fast partitions go through Redis and our own
 * PostgreSQL when there is nothing to mask: claims, heartbeats, ends and the decisions of runs are real. Needs redis-server,
 * and with a hundred workers a PostgreSQL that allows 700 connections (`BENCH_DATABASE_URL`).
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import type pg from 'pg';
import { freePort } from '../test/support/guarded-process.js';
import { Program } from '../test/support/program.js';
import { startRedis } from '../test/support/redis.js';
import { ChaosClient } from './chaos/chaos-client.js';
import { connect, openServer } from './postgres/server.js';
import { serverCpu } from './postgres/server-cpu.js';
import { fillLedger } from './queue/ledger.js';

const DATABASE = 'vizard_queue_bench';
const WORKERS_PER_PROCESS = 20;
const LIMIT_MS = 600_000;
const LOOK_MS = 200;

interface Size {
  readonly workers: number;
  readonly runs: number;
  readonly partitions: number;
}

type Env = Readonly<Record<string, string>>;

export async function run(options: readonly string[]): Promise<void> {
  const size = sizeOf(options);
  const folder = mkdtempSync(join(tmpdir(), 'vizard-queue-'));
  const [server, redis, port] = await Promise.all([openServer(), startRedis(), freePort()]);
  const admin = await connect(server.url);
  await admin.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${DATABASE}`);
  const url = new URL(server.url);
  url.pathname = `/${DATABASE}`;
  const env: Env = {
    ...{ PATH: process.env.PATH ?? '', DATABASE_URL: url.href, REDIS_URL: redis.url, DATA_DIR: folder },
    ...{ SECRET_KEY: 'a key for benchmarks, which is long enough for it', LOG_LEVEL: 'error' },
    PORT: String(port),
  };
  await Program.start({ env, entry: 'dist/src/migrate.js', args: ['run'] }).exited;
  const store = await connect(url.href);
  await fillLedger(store, await makeRun(env), size);
  const workers = await startWorkers(size.workers, env);
  await measure(store, env, size);
  workers.forEach((child) => child.kill('SIGKILL'));
  await Promise.all([store.end(), redis.stop()]);
  await admin.query(`DROP DATABASE ${DATABASE} WITH (FORCE)`);
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function sizeOf(options: readonly string[]): Size {
  const { values } = parseArgs({
    args: [...options],
    options: {
      workers: { type: 'string', default: '100' },
      runs: { type: 'string', default: '100' },
      partitions: { type: 'string', default: '100' },
    },
  });
  return {
    ...{ workers: Number(values.workers), runs: Number(values.runs), partitions: Number(values.partitions) },
  };
}

/** Over the API, which nobody works for; its id. */
async function makeRun(env: Env): Promise<number> {
  const api = await startApi(env);
  const client = new ChaosClient(() => [urlOf(env)]);
  await client.install();
  const connection = await client.create('/api/connections/', {
    ...{ version: '1.0', mask_type: 'database', db_type: 'postgres', host: '127.0.0.1', port: 9 },
    ...{ database: 'nowhere', user: 'nobody', dbpassword: 'nothing', schema: '', is_read_only: false },
  });
  const ruleset = await client.ruleset(
    '  - {type: mask_table, table: t, key: id, rules: [{column: c, masks: [{type: imitate}]}]}\n',
  );
  const wish = { source_connection: connection, ruleset, options: {} };
  const id = await client.create<number>('/api/runs/', wish);
  await api.end('SIGKILL');
  return id;
}

async function startApi(env: Env): Promise<Program> {
  const api = Program.start({ env: { ...env, ROLE: 'api' } });
  for (;;) {
    const answer = await fetch(`${urlOf(env)}/api/healthcheck/`).catch(() => null);
    if (answer?.ok === true) {
      return api;
    }
    await sleep(LOOK_MS);
  }
}

function urlOf({ PORT = '' }: Env): string {
  return `http://127.0.0.1:${PORT}`;
}

async function startWorkers(count: number, env: Env): Promise<readonly ChildProcess[]> {
  const children: ChildProcess[] = [];
  for (let left = count; left > 0; left -= WORKERS_PER_PROCESS) {
    const own = String(Math.min(left, WORKERS_PER_PROCESS));
    const child = fork('dist/bench/queue/workers.js', [own], { env: { ...process.env, ...env } });
    await new Promise((resolve) => child.once('message', resolve));
    children.push(child);
  }
  return children;
}

/** From the start of the API process, which finds all the work in the ledger, to the end of the last run. */
async function measure(store: pg.Client, env: Env, size: Size): Promise<void> {
  const redis = new Redis(env.REDIS_URL ?? '');
  const before = await figuresOf(store, redis);
  const api = await startApi(env);
  const startedAt = performance.now();
  let connections = 0;
  for (;;) {
    const { rows } = await store.query<{ open: number; connections: number }>(
      `SELECT (SELECT count(*)::int FROM run WHERE end_time IS NULL) AS open,
         (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections`,
    );
    connections = Math.max(connections, rows[0]!.connections);
    if (rows[0]!.open === 0 || performance.now() - startedAt > LIMIT_MS) {
      break;
    }
    await sleep(LOOK_MS);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await figuresOf(store, redis);
  await api.end();
  redis.disconnect();
  const ended = await store.query(`SELECT status, count(*)::int FROM run GROUP BY status`);
  const partitions = size.runs * size.partitions;
  const each = (figure: keyof Figures): string => ((after[figure] - before[figure]) / partitions).toFixed(2);
  console.log(
    [
      `${size.workers} workers, ${size.runs} runs of ${size.partitions} partitions: ${seconds.toFixed(1)} s, ${Math.round(partitions / seconds)} partitions/s`,
      `PostgreSQL: ${each('commits')} transactions and ${each('cpuMs')} ms of CPU a partition, at most ${connections} connections`,
      `Redis: ${each('commands')} commands and ${each('redisMs')} ms of CPU a partition`,
      `Ends: ${JSON.stringify(ended.rows)}`,
    ].join('\n'),
  );
}

interface Figures {
  readonly commits: number;
  readonly cpuMs: number;
  readonly commands: number;
  readonly redisMs: number;
}

async function figuresOf(store: pg.Client, redis: Redis): Promise<Figures> {
  const { rows } = await store.query<{ commits: number }>(
    `SELECT xact_commit::float8 AS commits FROM pg_stat_database WHERE datname = current_database()`,
  );
  const info = await redis.info();
  const field = (name: string): number => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? 0);
  return {
    commits: rows[0]!.commits,
    cpuMs: ((await serverCpu(store)) ?? Number.NaN) * 1_000,
    commands: field('total_commands_processed'),
    redisMs: (field('used_cpu_sys') + field('used_cpu_user')) * 1_000,
  };
}
