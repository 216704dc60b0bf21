import { DatabaseError } from '../database-adapter.js';
import type { DatabaseSettings } from '../database-adapter.js';

/** What the network says, by the code of Node's error: our code, then the reason. */
const NETWORK: Readonly<Record<string, readonly [code: string, reason: string]>> = {
  ECONNREFUSED: ['refused', 'nothing listens there: check host and port, and that the server runs'],
  ENOENT: ['refused', 'there is no such socket: check the path, and that the server runs'],
  ENOTFOUND: ['unreachable', 'the host name is not known'],
  EAI_AGAIN: ['unreachable', 'the host name cannot be looked up now'],
  ETIMEDOUT: ['unreachable', 'no answer in time: check host, port and firewalls'],
  EHOSTUNREACH: ['unreachable', 'there is no route to the host'],
  ENETUNREACH: ['unreachable', 'there is no route to the network'],
  EACCES: ['unreachable', 'this process may not connect there'],
  ECONNRESET: ['unreachable', 'the server closed the connection at once'],
};

const TRANSIENT = new Set([
  'refused',
  'unreachable',
  'too_many_connections',
  'starting_up',
  'lost_connection',
]);

/** Why the network gave no connection; null: the error is none of the network's. */
export function networkError(code: string | undefined, settings: DatabaseSettings): DatabaseError | null {
  const network = NETWORK[code ?? ''];
  return network === undefined ? null : cannotConnect(network[0], settings, network[1]);
}

/** Names the address, never the user's secret. */
export function cannotConnect(
  code: string,
  { host, tcpPort }: DatabaseSettings,
  reason: string,
  engineCode: string | null = null,
): DatabaseError {
  const address = host.startsWith('/') ? host : `${host}:${tcpPort}`;
  return new DatabaseError(code, `cannot connect to ${address}: ${reason}`, TRANSIENT.has(code), engineCode);
}

/** Something is wrong with the certificate that the server showed: why, or null. */
export function certificateReason({
  code = '',
  message,
}: {
  readonly code?: string;
  readonly message: string;
}): string | null {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || /altname/i.test(message)) {
    return 'the server\'s certificate is made out to another host name: connect by that name, or set "ssl" to "verify-ca"';
  }
  if (code === 'CERT_HAS_EXPIRED' || /expired/i.test(message)) {
    return "the server's certificate has expired";
  }
  return /certificate|self.signed|\bSSL\b|\bTLS\b/i.test(`${code.replaceAll('_', ' ')} ${message}`)
    ? 'the server\'s certificate is not trusted: give its authority as "ca"'
    : null;
}

/** A host with several addresses fails with one error per address; drivers wrap what Node said. */
export function innermostFault(thrown: unknown): { readonly code?: string; readonly message: string } {
  const inner: unknown =
    thrown instanceof AggregateError
      ? thrown.errors[0]
      : thrown instanceof Error && thrown.cause instanceof Error
        ? thrown.cause
        : undefined;
  return inner === undefined
    ? (thrown as { readonly code?: string; readonly message: string })
    : innermostFault(inner);
}
