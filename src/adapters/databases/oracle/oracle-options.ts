import type { DatabaseSettings } from '../database-adapter.js';
import { badOptions, optionsProblem, refuseUnknownOptions, textOption } from '../tls-options.js';

/** What of a connection only Oracle has. */
export interface OracleOptions {
  readonly serviceName: string | null;
  readonly sid: string | null;
  /** Encrypted connections (TCPS). */
  readonly tls: boolean;
  /** The certificate must be made out to the host. */
  readonly checksName: boolean;
  readonly certificateName: string | null;
  /** `ewallet.pem`: certificates to trust, and the client's own. */
  readonly wallet: string | null;
  readonly walletPassword: string | null;
}

const KNOWN = ['service_name', 'sid', 'ssl', 'server_cert_dn', 'wallet', 'wallet_password'];
const MODES: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  'disable',
  'require',
  'verify-ca',
  'verify-full',
];

/** Reads a connection's engine options. `wallet` also comes from an uploaded archive, as the text of its `ewallet.pem`. */
export function readOracleOptions(options: Readonly<Record<string, unknown>>): OracleOptions {
  refuseUnknownOptions(options, KNOWN);
  const wallet = textOption(options, 'wallet');
  const { ssl } = options;
  if (!MODES.includes(ssl)) {
    throw badOptions('"ssl" must be true, false or one of disable, require, verify-ca, verify-full');
  }
  if (wallet !== null && !wallet.includes('-----BEGIN ')) {
    throw badOptions(
      '"wallet" must be the text of an ewallet.pem: only that form is read without Oracle\'s own libraries',
    );
  }
  if (textOption(options, 'sid') !== null && textOption(options, 'service_name') !== null) {
    throw badOptions('give "sid" or "service_name", not both');
  }
  return {
    serviceName: textOption(options, 'service_name'),
    sid: textOption(options, 'sid'),
    tls: ssl === undefined || ssl === null ? wallet !== null : ssl !== false && ssl !== 'disable',
    checksName: ssl !== 'verify-ca' && ssl !== 'require',
    certificateName: textOption(options, 'server_cert_dn'),
    wallet,
    walletPassword: textOption(options, 'wallet_password'),
  };
}

/** What is wrong with engine options, as a sentence; null: nothing. */
export function oracleOptionsProblem(options: Readonly<Record<string, unknown>>): string | null {
  return optionsProblem(() => readOracleOptions(options));
}

/** A connect descriptor. What comes from the user is checked first: a parenthesis would begin another part of it. */
export function connectDescriptor(
  { host, tcpPort, database, serviceName }: DatabaseSettings,
  options: OracleOptions,
): string {
  const named = options.sid === null ? 'SERVICE_NAME' : 'SID';
  const name = options.sid ?? options.serviceName ?? given(serviceName) ?? database;
  for (const [field, value] of Object.entries({
    host,
    [named]: name,
    server_cert_dn: options.certificateName ?? '',
  })) {
    if (/[()"'\\]|[\r\n]/.test(value)) {
      throw badOptions(`${field} must not hold quotes, parentheses or line breaks`);
    }
  }
  const security = options.tls
    ? `(SECURITY=(SSL_SERVER_DN_MATCH=${options.checksName ? 'YES' : 'NO'})${
        options.certificateName === null ? '' : `(SSL_SERVER_CERT_DN="${options.certificateName}")`
      })`
    : '';
  return (
    `(DESCRIPTION=(CONNECT_TIMEOUT=8)(TRANSPORT_CONNECT_TIMEOUT=8)(RETRY_COUNT=0)` +
    `(ADDRESS=(PROTOCOL=${options.tls ? 'TCPS' : 'TCP'})(HOST=${host})(PORT=${tcpPort}))` +
    `(CONNECT_DATA=(${named}=${name}))${security})`
  );
}

function given(name: string | undefined): string | null {
  return name === undefined || name === '' ? null : name;
}
