import { readFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Queryable } from './people.js';

/** An address that stays, in front of a server that comes back on another port. `port`: 0 for any that is free. */
export async function listenBefore(behind: () => string, port = 0): Promise<Server> {
  const front = createServer((client) => {
    const server = connect(Number(new URL(behind()).port), '127.0.0.1');
    client.pipe(server).pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  }).listen(port, '127.0.0.1');
  await new Promise((resolve) => front.once('listening', resolve));
  return front;
}

/** SIGKILL for the postmaster of a private server; its children notice and end. */
export async function killPostmaster(server: Queryable): Promise<void> {
  const [row] = await server.query<{ folder: string }>(
    `SELECT setting AS folder FROM pg_settings WHERE name = 'data_directory'`,
  );
  const pid = Number(readFileSync(join(row?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
}
