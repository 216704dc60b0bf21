import type { ConnectionAuthentication, ConnectionOptions } from 'tedious';
import { Connection } from 'tedious';
import { DatabaseError } from '../database-adapter.js';
import type { DatabaseSettings } from '../database-adapter.js';
import type { MssqlOptions } from './mssql-options.js';
import { addressOf, readMssqlOptions, tlsName } from './mssql-options.js';

/** Together with the set-up that follows an unreachable host is known within 10 seconds. */
const CONNECT_TIMEOUT_MS = 8_000;

/** A driver's connection that is not connected yet. */
export function openDriver(settings: DatabaseSettings, name: string): Connection {
  const options = readMssqlOptions(settings.engineOptions);
  const { server } = addressOf(settings.host, options);
  const driver = new Connection({
    server,
    authentication: loginOf(settings, options),
    options: driverOptions(settings, options, name),
  });
  if (options.mustEncrypt) {
    refusePlainLogin(driver);
  }
  return driver;
}

function driverOptions(settings: DatabaseSettings, options: MssqlOptions, name: string): ConnectionOptions {
  const { server, instance } = addressOf(settings.host, options);
  const tls = tlsName(server, options);
  return {
    ...(instance === null ? { port: settings.tcpPort } : { instanceName: instance }),
    ...(settings.database === '' ? {} : { database: settings.database }),
    appName: name,
    encrypt: options.encrypt,
    trustServerCertificate: options.trustServerCertificate,
    ...(tls === null ? {} : { serverName: tls }),
    ...(options.ca === null ? {} : { cryptoCredentialsDetails: { ca: options.ca } }),
    multiSubnetFailover: options.multiSubnetFailover,
    ...(settings.readOnly ? { readOnlyIntent: true } : {}),
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesOnTransientErrors: 0,
    // statements may take as long as they take; a run is stopped by closing its session
    requestTimeout: 0,
    abortTransactionOnError: true,
    dateFormat: 'ymd',
    language: 'us_english',
    textsize: 2_147_483_647,
    useUTC: true,
  };
}

function loginOf({ user, password }: DatabaseSettings, { domain }: MssqlOptions): ConnectionAuthentication {
  return domain === null
    ? { type: 'default', options: { userName: user, password } }
    : { type: 'ntlm', options: { userName: user, password, domain } };
}

interface LoginSender {
  sendLogin7Packet(): void;
}

/** The driver would go on without TLS where a server offers none, and send the password all but in the open. */
function refusePlainLogin(driver: Connection): void {
  let isSecure = false;
  driver.on('secure', () => {
    isSecure = true;
  });
  const sender = driver as unknown as LoginSender;
  const send = sender.sendLogin7Packet.bind(sender);
  sender.sendLogin7Packet = (): void => {
    if (!isSecure) {
      throw new DatabaseError(
        'tls_unavailable',
        'the server offers no TLS: set "ssl" to false to go without',
        false,
      );
    }
    send();
  };
}
