import { DatabaseError } from '../database-adapter.js';
import type { DatabaseSettings } from '../database-adapter.js';
import { cannotConnect, certificateReason, innermostFault, networkError } from '../sql/network-faults.js';
import type { ServerFault } from './mssql-errors.js';
import { toDatabaseError } from './mssql-errors.js';

/** What the driver says, by its code: our code, then the reason. */
const DRIVER: Readonly<Record<string, readonly [code: string, reason: string]>> = {
  EENCRYPT: ['tls_required', 'the server wants TLS: set "ssl" to "require", or leave it out'],
  ETIMEOUT: ['unreachable', 'no answer in time: check host, port and firewalls, and that it is a SQL Server'],
  EINSTLOOKUP: [
    'unreachable',
    "the server's browser service does not know the instance, or does not answer (UDP port 1434): give its port instead of its name",
  ],
};

/** Why a connection could not be opened; names the address, never the user's secret. `login`: what the server told. */
export function connectError(
  thrown: unknown,
  login: ServerFault | null,
  settings: DatabaseSettings,
): DatabaseError {
  if (login?.number !== undefined) {
    const { code, message, engineCode } = toDatabaseError(login);
    return cannotConnect(code, settings, message, engineCode);
  }
  const fault = innermostFault(thrown);
  if (fault instanceof DatabaseError) {
    return cannotConnect(fault.code, settings, fault.message);
  }
  const driver = DRIVER[fault.code ?? ''];
  if (driver !== undefined) {
    return cannotConnect(driver[0], settings, driver[1]);
  }
  return networkError(fault.code, settings) ?? lastReason(fault, settings);
}

function lastReason(
  fault: { readonly code?: string; readonly message: string },
  settings: DatabaseSettings,
): DatabaseError {
  const untrusted = certificateReason(fault);
  if (untrusted !== null) {
    return cannotConnect(
      'tls_untrusted',
      settings,
      untrusted.replace(', or set "ssl" to "verify-ca"', ', or give the name as "server_name"'),
    );
  }
  return fault.code === 'ELOGIN'
    ? cannotConnect('bad_credentials', settings, 'the server refused the login')
    : cannotConnect('unreachable', settings, 'something answers there, but not like a SQL Server');
}
