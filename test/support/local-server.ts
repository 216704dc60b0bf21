import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Has the server listen on a free port of the loopback. */
export async function listenLocally(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

export function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Breaks its connections, too. */
export async function endServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
