import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

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

function isRedisInstalled(): boolean {
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
    await end(child);
  };
  return {
    url,
    isPrivate: true,
    kill,
    restart: async (): Promise<void> => {
      await end(child);
      child = await launch(tcpPort, folder, url);
    },
    stop: async (): Promise<void> => {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The shell ends the server when our process is gone: it waits at the end of a pipe that we hold. */
const GUARD = `exec 3<&0; "$@" </dev/null 3<&- & server=$!; (read -r line <&3; kill -KILL $server) 2>/dev/null & exec 3<&-; wait $server`;

async function launch(tcpPort: number, folder: string, url: string): Promise<ChildProcess> {
  const settings = ['--port', String(tcpPort), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const child = spawn('/bin/sh', ['-c', GUARD, 'redis-guard', 'redis-server', ...settings], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 20 });
  client.on('error', () => undefined);
  await client.connect().catch(() => undefined);
  await client.ping();
  client.disconnect();
  child.unref();
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  child.stdin?.end();
  await Promise.race([ended, sleep(5_000, undefined, { ref: false })]);
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => {
        resolve(port);
      });
    });
  });
}
