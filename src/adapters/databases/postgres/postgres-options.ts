import { optionsProblem, readTlsOptions, refuseUnknownOptions, TLS_OPTIONS } from '../tls-options.js';

/** TLS of one connection, as the driver takes it. */
export interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly checkServerIdentity?: () => undefined;
}

export interface PostgresOptions {
  /** `prefer`: encrypted where the server can, as PostgreSQL's own tools do. */
  readonly tls: 'off' | 'prefer' | TlsOptions;
}

/** Reads a connection's engine options: those of TLS, with modes named as in PostgreSQL's own tools. */
export function readPostgresOptions(options: Readonly<Record<string, unknown>>): PostgresOptions {
  refuseUnknownOptions(options, TLS_OPTIONS);
  const { mode, ...pem } = readTlsOptions(options);
  switch (mode) {
    case 'disable':
      return { tls: 'off' };
    case 'prefer':
      return { tls: 'prefer' };
    case 'require':
      return { tls: { rejectUnauthorized: false, ...pem } };
    case 'verify-ca':
      return { tls: { rejectUnauthorized: true, checkServerIdentity: () => undefined, ...pem } };
    case 'verify-full':
      return { tls: { rejectUnauthorized: true, ...pem } };
  }
}

/** What is wrong with engine options, as a sentence; null: nothing. */
export function postgresOptionsProblem(options: Readonly<Record<string, unknown>>): string | null {
  return optionsProblem(() => readPostgresOptions(options));
}
