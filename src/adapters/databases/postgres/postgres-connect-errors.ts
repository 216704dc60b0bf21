import { DatabaseError } from '../database-adapter.js';
import type { DatabaseSettings } from '../database-adapter.js';
import { toDatabaseError } from './postgres-errors.js';

const NETWORK: Readonly<Record<string, readonly [code: string, reason: string]>> = {
  ECONNREFUSED: ['refused', 'nothing listens there: check host and port, and that the server runs'],
  ENOENT: ['refused', 'there is no such socket: check the path, and that the server runs'],
  ENOTFOUND: ['unreachable', 'the host name is not known'],
  EAI_AGAIN: ['unreachable', 'the host name cannot be looked up now'],
  ETIMEDOUT: ['unreachable', 'no answer: check host, port and firewalls'],
  EHOSTUNREACH: ['unreachable', 'there is no route to the host'],
  ENETUNREACH: ['unreachable', 'there is no route to the network'],
  EACCES: ['unreachable', 'this process may not connect there'],
  ECONNRESET: ['unreachable', 'the server closed the connection at once'],
};

const REASONS: readonly (readonly [RegExp, code: string, reason: string])[] = [
  [/timeout expired/, 'unreachable', 'no answer in time: check host, port and firewalls'],
  [
    /terminated unexpectedly/,
    'unreachable',
    'the server closed the connection at once: is it a PostgreSQL server?',
  ],
  [/does not support SSL/, 'tls_unavailable', 'the server offers no TLS: set "ssl" to false to go without'],
  [
    /SSL connection|invalid response/,
    'unreachable',
    'something answers there, but it is not a PostgreSQL server',
  ],
  [/SASL|SCRAM|password/i, 'bad_credentials', 'the server refused the user name or the password'],
];

/** Why a connection could not be opened; names the address, never the user's secret. */
export function connectError(thrown: unknown, settings: DatabaseSettings): DatabaseError {
  const fault = firstFault(thrown);
  const address = settings.host.startsWith('/') ? settings.host : `${settings.host}:${settings.tcpPort}`;
  const network = fault.code === undefined ? undefined : NETWORK[fault.code];
  if (network !== undefined) {
    return failed(network[0], address, network[1], null);
  }
  if (isCertificateFault(fault)) {
    return failed('tls_untrusted', address, certificateReason(fault.code), null);
  }
  if (fault.code !== undefined && /^[0-9A-Z]{5}$/.test(fault.code)) {
    const told = toDatabaseError(fault);
    return failed(told.code, address, told.message, told.engineCode);
  }
  const known = REASONS.find(([pattern]) => pattern.test(fault.message));
  return known === undefined
    ? failed('unreachable', address, 'the connection broke while it was being opened', null)
    : failed(known[1], address, known[2], null);
}

const TRANSIENT = new Set([
  'refused',
  'unreachable',
  'too_many_connections',
  'starting_up',
  'lost_connection',
]);

function failed(code: string, address: string, reason: string, state: string | null): DatabaseError {
  return new DatabaseError(code, `cannot connect to ${address}: ${reason}`, TRANSIENT.has(code), state);
}

interface ConnectFault {
  readonly code?: string;
  readonly message: string;
}

/** A host with several addresses fails with one error per address. */
function firstFault(thrown: unknown): ConnectFault {
  const inner: unknown = thrown instanceof AggregateError ? thrown.errors[0] : undefined;
  return (inner ?? thrown) as ConnectFault;
}

function certificateReason(code = ''): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'the server\'s certificate is made out to another host name: connect by that name, or set "ssl" to "verify-ca"';
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return "the server's certificate has expired";
  }
  return `the server's certificate is not trusted (${code}): give its authority as "ca"`;
}

function isCertificateFault(fault: ConnectFault): boolean {
  return fault.code !== undefined && /CERT|SIGNATURE|ALTNAME|TLS|SSL/.test(fault.code);
}
