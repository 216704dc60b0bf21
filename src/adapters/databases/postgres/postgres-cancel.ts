import type { EventEmitter } from 'node:events';
import pg from 'pg';
import type { TlsOptions } from './postgres-options.js';

/** Where a session's server is, as the session reached it. */
export interface ServerAddress {
  readonly host: string;
  readonly tcpPort: number;
  readonly tls: false | TlsOptions;
}

const ANSWER_TIMEOUT_MS = 1_000;

/** The driver's own connection, as far as its types leave out what a cancel request needs. */
interface CancelConnection extends EventEmitter {
  readonly stream: { destroy(): void };
  connect(tcpPortOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

/**
 * Asks the server to cancel what a session is doing, over a short connection beside it, as the protocol has it: no
 * login, no place among `max_connections`. Resolves when the server has taken the request, or after a second; whether
 * anything was cancelled it never says.
 */
export async function cancelStatement(address: ServerAddress, driver: pg.Client): Promise<void> {
  const { processID, secretKey } = driver as unknown as {
    readonly processID: number | null;
    readonly secretKey: number | null;
  };
  if (processID === null || secretKey === null) {
    return;
  }
  const { host, tcpPort, tls } = address;
  const connection = new pg.Connection({ ssl: tls }) as unknown as CancelConnection;
  const send = (): void => connection.cancel(processID, secretKey);
  connection.once('connect', () => (tls === false ? send() : connection.requestSsl()));
  connection.once('sslconnect', send);
  const taken = new Promise<void>((resolve) => {
    connection.on('error', () => resolve());
    connection.once('end', () => resolve());
    setTimeout(resolve, ANSWER_TIMEOUT_MS).unref();
  });
  if (host.startsWith('/')) {
    connection.connect(`${host}/.s.PGSQL.${tcpPort}`);
  } else {
    connection.connect(tcpPort, host);
  }
  await taken;
  connection.stream.destroy();
}
