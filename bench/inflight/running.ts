import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Served } from './server.js';

const SERVER = fileURLToPath(new URL('server.js', import.meta.url));

/** A server in a process of its own. */
export interface Running extends Served {
  readonly child: ChildProcess;
}

/** Starts `bench/inflight/server.ts`; its log goes to a file. `env`: what this benchmark adds. */
export async function startServer(
  kind: string,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const log = openSync(join(dataDir, `${kind}.log`), 'a');
  const child = fork(SERVER, [kind], {
    stdio: ['ignore', log, 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, LOG_FORMAT: 'json' },
      ...{ RATE_LIMIT_MAX: '1000000000', JWT_ACCESS_TTL_S: '86400', WORKER_PROCESSES: '1' },
      ...env,
    },
  });
  const [served] = (await once(child, 'message')) as [Served];
  return { ...served, child };
}

/** Resident memory of a server, after so many rows were put into each of its tables. */
export async function memoryMb({ child }: Running, rows = 0): Promise<number> {
  child.send(rows);
  const [usage] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
  return usage.rss / 1024 / 1024;
}

/** Asks it to stop as an operator would: the private database ends with it. */
export async function stopServer({ child }: Running): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}
