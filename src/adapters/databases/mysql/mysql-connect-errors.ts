import { DatabaseError } from '../database-adapter.js';
import type { DatabaseSettings } from '../database-adapter.js';
import { cannotConnect, certificateReason, innermostFault, networkError } from '../sql/network-faults.js';
import type { ServerFault } from './mysql-errors.js';
import { toDatabaseError } from './mysql-errors.js';

/** What the driver says, by its code: our code, then the reason. */
const DRIVER: Readonly<Record<string, readonly [code: string, reason: string]>> = {
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
  const fault = innermostFault(thrown) as ServerFault;
  const driver = DRIVER[fault.code ?? ''];
  if (driver !== undefined) {
    return cannotConnect(driver[0], settings, driver[1]);
  }
  return networkError(fault.code, settings) ?? tlsError(fault, settings) ?? refusal(fault, settings);
}

/** Something took the connection and kept silent; servers of this kind speak first. */
export function noGreeting(settings: DatabaseSettings): DatabaseError {
  const reason =
    'something listens there, but it does not greet as MySQL and MariaDB servers do: check host and port';
  return cannotConnect('unreachable', settings, reason);
}

function tlsError(fault: ServerFault, settings: DatabaseSettings): DatabaseError | null {
  const reason = certificateReason(fault);
  return reason === null ? null : cannotConnect('tls_untrusted', settings, reason);
}

function refusal(fault: ServerFault, settings: DatabaseSettings): DatabaseError {
  if (fault.errno === 1044) {
    const reason = 'there is no database of this name, or this user may not use it';
    return cannotConnect('unknown_database', settings, reason, '1044');
  }
  if (fault.errno === 1130) {
    return cannotConnect('bad_credentials', settings, 'the server lets nobody in from this host', '1130');
  }
  if (fault.sqlState !== undefined) {
    const told = toDatabaseError(fault);
    return cannotConnect(told.code, settings, told.message, told.engineCode);
  }
  return cannotConnect('unreachable', settings, unknownReason(fault));
}

function unknownReason({ message }: ServerFault): string {
  return /authentication|auth plugin|switch/i.test(message)
    ? "the server asks for a way to log in that is not known here: check the user's authentication plugin"
    : 'something answers there, but not like a MySQL or MariaDB server';
}
