import { DatabaseError } from '../database-adapter.js';

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

const KNOWN = ['ssl', 'ca', 'cert', 'key'];
const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/**
 * Reads a connection's engine options: `ssl` (true, false, or a mode named as in PostgreSQL's own tools; default
 * `prefer`), `ca`, `cert`, `key` (PEM texts). True is `verify-full` where a `ca` is given, else `require`.
 */
export function readPostgresOptions(options: Readonly<Record<string, unknown>>): PostgresOptions {
  const unknown = Object.keys(options).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) {
    throw badOptions(`there is no option "${unknown}"; known: ${KNOWN.join(', ')}`);
  }
  const pem = { ...readPem(options, 'ca'), ...readPem(options, 'cert'), ...readPem(options, 'key') };
  const mode = readMode(options.ssl, 'ca' in pem);
  switch (mode) {
    case 'disable':
      return { tls: 'off' };
    case 'prefer':
      return { tls: 'prefer' };
    case 'require':
      return { tls: { rejectUnauthorized: false, ...pem } };
    case 'verify-ca':
      return { tls: { rejectUnauthorized: true, checkServerIdentity: () => undefined, ...pem } };
    default:
      return { tls: { rejectUnauthorized: true, ...pem } };
  }
}

/** What is wrong with engine options, as a sentence; null: nothing. */
export function postgresOptionsProblem(options: Readonly<Record<string, unknown>>): string | null {
  try {
    readPostgresOptions(options);
    return null;
  } catch (error) {
    if (error instanceof DatabaseError) {
      return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
    }
    throw error;
  }
}

function readMode(ssl: unknown, hasAuthority: boolean): string {
  if (ssl === undefined || ssl === null) {
    return hasAuthority ? 'verify-full' : 'prefer';
  }
  if (typeof ssl === 'boolean') {
    const secure = hasAuthority ? 'verify-full' : 'require';
    return ssl ? secure : 'disable';
  }
  if (typeof ssl === 'string' && MODES.includes(ssl)) {
    return ssl;
  }
  throw badOptions(`"ssl" must be true, false or one of ${MODES.join(', ')}`);
}

function readPem(options: Readonly<Record<string, unknown>>, name: string): Record<string, string> {
  const text = options[name];
  if (text === undefined || text === null) {
    return {};
  }
  if (typeof text !== 'string' || !text.includes('-----BEGIN ')) {
    throw badOptions(`"${name}" must be a PEM text`);
  }
  return { [name]: text };
}

function badOptions(reason: string): DatabaseError {
  return new DatabaseError('bad_options', `engine options: ${reason}`, false);
}
