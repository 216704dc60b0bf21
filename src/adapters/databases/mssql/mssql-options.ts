import { isIP } from 'node:net';
import {
  badOptions,
  optionsProblem,
  readTlsOptions,
  refuseUnknownOptions,
  textOption,
  TLS_OPTIONS,
} from '../tls-options.js';

/** What of a connection only SQL Server has. */
export interface MssqlOptions {
  readonly encrypt: boolean | 'strict';
  /** The password is not sent to a server that does not encrypt. */
  readonly mustEncrypt: boolean;
  readonly trustServerCertificate: boolean;
  readonly ca: string | null;
  /** The name that the certificate must be made out to, where it is not the host's. */
  readonly serverName: string | null;
  /** Windows domain of the user: logs in by NTLM. */
  readonly domain: string | null;
  /** Named instance, whose port the server's browser service tells. */
  readonly instanceName: string | null;
  readonly multiSubnetFailover: boolean;
}

const OWN_OPTIONS = [
  ...['encrypt', 'trust_server_certificate', 'server_name', 'domain', 'instance_name'],
  'multi_subnet_failover',
];

/**
 * Reads a connection's engine options. TLS has the names and modes of other databases, or those of SQL Server itself:
 * `encrypt` (true, false, "strict" for TDS 8) and `trust_server_certificate`.
 */
export function readMssqlOptions(options: Readonly<Record<string, unknown>>): MssqlOptions {
  refuseUnknownOptions(options, [...TLS_OPTIONS, ...OWN_OPTIONS]);
  return {
    ...readTls(options),
    serverName: textOption(options, 'server_name'),
    domain: textOption(options, 'domain'),
    instanceName: textOption(options, 'instance_name'),
    multiSubnetFailover: flag(options, 'multi_subnet_failover') ?? false,
  };
}

/** What is wrong with engine options, as a sentence; null: nothing. */
export function mssqlOptionsProblem(options: Readonly<Record<string, unknown>>): string | null {
  return optionsProblem(() => readMssqlOptions(options));
}

type Tls = Pick<MssqlOptions, 'encrypt' | 'mustEncrypt' | 'trustServerCertificate' | 'ca'>;

function readTls(options: Readonly<Record<string, unknown>>): Tls {
  const own = options.encrypt !== undefined || options.trust_server_certificate !== undefined;
  if (own && options.ssl !== undefined) {
    throw badOptions('"ssl" and "encrypt" say the same: give one of them');
  }
  const { mode, ca = null, cert, key } = readTlsOptions(options);
  if (cert !== undefined || key !== undefined) {
    throw badOptions('"cert" and "key" are of no use: SQL Server knows its clients by user and password');
  }
  if (mode === 'verify-ca') {
    throw badOptions(
      '"verify-ca" is not possible here: use "verify-full", with "server_name" for another host name',
    );
  }
  if (own) {
    return readOwnTls(options, ca);
  }
  return {
    encrypt: mode !== 'disable',
    mustEncrypt: mode === 'require' || mode === 'verify-full',
    trustServerCertificate: mode !== 'verify-full',
    ca,
  };
}

function readOwnTls(options: Readonly<Record<string, unknown>>, ca: string | null): Tls {
  const encrypt = options.encrypt === 'strict' ? 'strict' : (flag(options, 'encrypt') ?? true);
  const trust = flag(options, 'trust_server_certificate') ?? false;
  if (encrypt === 'strict' && trust) {
    throw badOptions(
      '"strict" encryption always checks the certificate: leave "trust_server_certificate" out',
    );
  }
  return { encrypt, mustEncrypt: encrypt === true, trustServerCertificate: trust, ca };
}

function flag(options: Readonly<Record<string, unknown>>, name: string): boolean | null {
  const value = options[name];
  if (value === undefined || value === null) {
    return null;
  }
  if (typeof value !== 'boolean') {
    throw badOptions(`"${name}" must be true or false${name === 'encrypt' ? ', or "strict"' : ''}`);
  }
  return value;
}

/** `server\instance` is one of the ways to name a host. */
export function addressOf(
  host: string,
  { instanceName }: Pick<MssqlOptions, 'instanceName'>,
): { readonly server: string; readonly instance: string | null } {
  const [server = '', inHost] = host.split('\\');
  return { server, instance: inHost === undefined || inHost === '' ? instanceName : inHost };
}

/** A bare address is no name that TLS could ask for; without a check of the name any other does as well. */
export function tlsName(server: string, { serverName, trustServerCertificate }: MssqlOptions): string | null {
  return serverName ?? (isIP(server) !== 0 && trustServerCertificate ? 'sqlserver' : null);
}
