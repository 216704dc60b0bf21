import { DatabaseError } from '../database-adapter.js';
import type { DatabaseSettings } from '../database-adapter.js';
import { cannotConnect, certificateReason, innermostFault, networkError } from '../sql/network-faults.js';
import type { ServerFault } from './oracle-errors.js';
import { numberOf, toDatabaseError } from './oracle-errors.js';

/** What the driver says, by its code: our code, then the reason. */
const DRIVER: Readonly<Record<string, readonly [code: string, reason: string]>> = {
  'NJS-503': [
    'refused',
    'nothing listens there, or the host is not known: check host and port, and that the listener runs',
  ],
  'NJS-510': [
    'unreachable',
    'no answer in time: check host, port and firewalls, and that it is an Oracle listener',
  ],
  'NJS-511': ['refused', 'the listener refused the connection'],
  'NJS-512': ['bad_options', 'the address is not one that Oracle understands'],
  'NJS-517': ['unknown_database', 'the listener does not know the SID'],
  'NJS-518': ['unknown_database', 'the listener does not know the service name'],
  'NJS-501': [
    'unreachable',
    'the server closed the connection at once: is it an Oracle listener, and does it want TLS?',
  ],
  'NJS-500': [
    'unreachable',
    'the server closed the connection at once: is it an Oracle listener, and does it want TLS?',
  ],
  'NJS-505': ['tls_untrusted', 'TLS could not be agreed on: check the wallet and its password'],
  'NJS-506': ['tls_untrusted', 'TLS could not be agreed on: check the wallet and its password'],
  'NJS-138': ['unsupported_version', 'the server is older than 12.1: the driver speaks to no older one'],
  'NJS-116': ['bad_credentials', 'the password of this user is kept in a form that is too old: set it again'],
};

/** Why a connection could not be opened; names the address, never the user's secret. */
export function connectError(thrown: unknown, settings: DatabaseSettings): DatabaseError {
  if (thrown instanceof DatabaseError) {
    return thrown;
  }
  const fault = thrown as ServerFault;
  const told = DRIVER[/^NJS-\d+/.exec(`${fault.code ?? ''} ${fault.message}`)?.[0] ?? ''];
  const refused = innermostFault(thrown);
  return (
    networkError(refused.code, settings) ??
    (told === undefined ? null : cannotConnect(told[0], settings, told[1])) ??
    lastReason(fault, settings)
  );
}

function lastReason(fault: ServerFault, settings: DatabaseSettings): DatabaseError {
  if (numberOf(fault) !== null) {
    const { code, message, engineCode } = toDatabaseError(fault);
    return cannotConnect(code, settings, message, engineCode);
  }
  const untrusted = certificateReason(fault);
  return untrusted === null
    ? cannotConnect('unreachable', settings, 'something answers there, but not like an Oracle listener')
    : cannotConnect(
        'tls_untrusted',
        settings,
        untrusted.replace('give its authority as "ca"', 'give a wallet that holds its authority'),
      );
}
