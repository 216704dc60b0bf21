import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';

/** Something that listens on loopback and is no database. */
export interface Peer {
  readonly port: number;
  stop(): Promise<void>;
}

/** `greet` is called with each connection; without it the peer never says a word. */
export async function startPeer(greet: (socket: Socket) => void = () => undefined): Promise<Peer> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    greet(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        open.forEach((socket) => socket.destroy());
        server.close(() => {
          resolve();
        });
      }),
  };
}
