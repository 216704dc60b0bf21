import { DatabaseError } from '../database-adapter.js';
import type { DatabaseSettings } from '../database-adapter.js';
import type { ServerFault } from './mysql-errors.js';
import { toDatabaseError } from './mysql-errors.js';

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
  PROTOCOL_CONNECTION_LOST: [
    'unreachable',
    'the server closed the connection at once: is it a MySQL or MariaDB server?',
  ],
  HANDSHAKE_NO_SSL_SUPPORT: ['tls_unavailable', 'the server offers no TLS: set "ssl" to false to go without'],
};

/** Why a connection could not be opened; names the address, never the user's secret. */
export function connectError(thrown: unknown, settings: DatabaseSettings): DatabaseError {
  if (thrown instanceof DatabaseError) {
    return thrown;
  }
  const fault = firstFault(thrown);
  const address = settings.host.startsWith('/') ? settings.host : `${settings.host}:${settings.tcpPort}`;
  const network = NETWORK[fault.code ?? ''];
  if (network !== undefined) {
    return failed(network[0], address, network[1], null);
  }
  if (isCertificateFault(fault)) {
    return failed('tls_untrusted', address, certificateReason(fault), null);
  }
  if (fault.errno === 1044) {
    const reason = 'there is no database of this name, or this user may not use it';
    return failed('unknown_database', address, reason, '1044');
  }
  if (fault.errno === 1130) {
    return failed('bad_credentials', address, 'the server lets nobody in from this host', '1130');
  }
  if (fault.sqlState !== undefined) {
    const told = toDatabaseError(fault);
    return failed(told.code, address, told.message, told.engineCode);
  }
  return failed('unreachable', address, unknownReason(fault), null);
}

const TRANSIENT = new Set([
  'refused',
  'unreachable',
  'too_many_connections',
  'starting_up',
  'lost_connection',
]);

function failed(code: string, address: string, reason: string, number: string | null): DatabaseError {
  return new DatabaseError(code, `cannot connect to ${address}: ${reason}`, TRANSIENT.has(code), number);
}

/** A host with several addresses fails with one error per address. */
function firstFault(thrown: unknown): ServerFault {
  const inner: unknown = thrown instanceof AggregateError ? thrown.errors[0] : undefined;
  return (inner ?? thrown) as ServerFault;
}

function certificateReason({ code = '', message }: ServerFault): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || /altname/i.test(message)) {
    return 'the server\'s certificate is made out to another host name: connect by that name, or set "ssl" to "verify-ca"';
  }
  if (code === 'CERT_HAS_EXPIRED' || /expired/i.test(message)) {
    return "the server's certificate has expired";
  }
  return 'the server\'s certificate is not trusted: give its authority as "ca"';
}

function isCertificateFault({ code = '', message }: ServerFault): boolean {
  return code === 'HANDSHAKE_SSL_ERROR' || /certificate|altname|self.signed|\bSSL\b|\bTLS\b/i.test(message);
}

function unknownReason({ message }: ServerFault): string {
  return /authentication|auth plugin|switch/i.test(message)
    ? "the server asks for a way to log in that is not known here: check the user's authentication plugin"
    : 'something answers there, but not like a MySQL or MariaDB server';
}
