import { optionsProblem, readTlsOptions, refuseUnknownOptions, TLS_OPTIONS } from '../tls-options.js';

/** TLS of one connection, as the driver takes it. */
export interface MysqlTls {
  readonly rejectUnauthorized: boolean;
  readonly verifyIdentity: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface MysqlOptions {
  /** `prefer`: encrypted where the server can. */
  readonly tls: 'off' | 'prefer' | MysqlTls;
}

/**
 * Reads a connection's engine options: those of TLS, with the same names and modes as on PostgreSQL. An uploaded file
 * set arrives as `ca`, `cert` and `key`, too.
 */
export function readMysqlOptions(options: Readonly<Record<string, unknown>>): MysqlOptions {
  refuseUnknownOptions(options, TLS_OPTIONS);
  const { mode, ...pem } = readTlsOptions(options);
  switch (mode) {
    case 'disable':
      return { tls: 'off' };
    case 'prefer':
      return { tls: 'prefer' };
    case 'require':
      return { tls: { rejectUnauthorized: false, verifyIdentity: false, ...pem } };
    case 'verify-ca':
      return { tls: { rejectUnauthorized: true, verifyIdentity: false, ...pem } };
    case 'verify-full':
      return { tls: { rejectUnauthorized: true, verifyIdentity: true, ...pem } };
  }
}

/** What is wrong with engine options, as a sentence; null: nothing. */
export function mysqlOptionsProblem(options: Readonly<Record<string, unknown>>): string | null {
  return optionsProblem(() => readMysqlOptions(options));
}
