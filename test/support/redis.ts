import { spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { endGuarded, freePort, launchGuarded } from './guarded-process.js';

/** A Redis for one test; nothing else uses it. */
export interface TestRedis {
  readonly url: string;
  /** False: a given server (`REDIS_URL`), which tests must not kill. */
  readonly isPrivate: boolean;
  /** SIGKILL: what it held in memory is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

let installed: boolean | undefined;

/** Can tests of the Bull driver run here? If not, the reason is printed once. */
export function hasRedis(): boolean {
  if (installed === undefined) {
    installed = isRedisInstalled() || givenUrl() !== undefined;
    if (!installed) {
      process.stderr.write('Skipped: tests of the Bull driver (no redis-server on PATH, no REDIS_URL).\n');
    }
  }
  return installed;
}

/** `describe` where a Redis is at hand, `describe.skip` elsewhere. */
export function describeWithRedis(name: string, body: () => void): void {
  (hasRedis() ? describe : describe.skip)(name, body);
}

/** A private server when the program is installed, else a database of `REDIS_URL`'s server, emptied. */
export async function startRedis(): Promise<TestRedis> {
  return isRedisInstalled() ? startPrivate() : useGiven();
}

/** Is the program there to start servers of one's own? */
export function isRedisInstalled(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
}

function givenUrl(): string | undefined {
  const url = process.env.REDIS_URL;
  return url === '' ? undefined : url;
}

async function startPrivate(): Promise<TestRedis> {
  const tcpPort = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'vizard-test-redis-'));
  const url = `redis://127.0.0.1:${tcpPort}`;
  let child = await launch(tcpPort, folder, url);
  const kill = async (): Promise<void> => {
    await endGuarded(child);
  };
  return {
    url,
    isPrivate: true,
    kill,
    restart: async (): Promise<void> => {
      await endGuarded(child);
      child = await launch(tcpPort, folder, url);
    },
    stop: async (): Promise<void> => {
      await endGuarded(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(tcpPort: number, folder: string, url: string): Promise<ChildProcess> {
  const settings = ['--port', String(tcpPort), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const child = launchGuarded('redis-server', settings);
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 20 });
  client.on('error', () => undefined);
  await client.connect().catch(() => undefined);
  await client.ping();
  client.disconnect();
  return child;
}

async function useGiven(): Promise<TestRedis> {
  const url = new URL(givenUrl() ?? '');
  url.pathname = `/${1 + (Number(process.env.JEST_WORKER_ID ?? '1') % 15)}`;
  const client = new Redis(url.href);
  await client.flushdb();
  client.disconnect();
  const refuse = (): Promise<void> => Promise.reject(new Error('A given Redis is not ours to kill.'));
  return { url: url.href, isPrivate: false, kill: refuse, restart: refuse, stop: () => Promise.resolve() };
}
