import { DatabaseError } from './database-adapter.js';

const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

export type TlsMode = (typeof MODES)[number];

/** PEM texts. */
export interface TlsTexts {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface TlsWish extends TlsTexts {
  readonly mode: TlsMode;
}

/**
 * Reads what engine options say of TLS: `ssl` (true, false, or a mode; default `prefer`: encrypted where the server
 * can), `ca`, `cert`, `key`. True is `verify-full` where a `ca` is given, else `require`.
 */
export function readTlsOptions(options: Readonly<Record<string, unknown>>): TlsWish {
  const texts = { ...readPem(options, 'ca'), ...readPem(options, 'cert'), ...readPem(options, 'key') };
  return { mode: readMode(options.ssl, 'ca' in texts), ...texts };
}

/** Names of options that `readTlsOptions` reads. */
export const TLS_OPTIONS: readonly string[] = ['ssl', 'ca', 'cert', 'key'];

/** Throws `DatabaseError('bad_options')` for an option of another name. */
export function refuseUnknownOptions(
  options: Readonly<Record<string, unknown>>,
  known: readonly string[],
): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw badOptions(`there is no option "${unknown}"; known: ${known.join(', ')}`);
  }
}

/** What `read` has against engine options, as a sentence; null: nothing. */
export function optionsProblem(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof DatabaseError) {
      return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
    }
    throw error;
  }
}

function readMode(ssl: unknown, hasAuthority: boolean): TlsMode {
  if (ssl === undefined || ssl === null) {
    return hasAuthority ? 'verify-full' : 'prefer';
  }
  if (typeof ssl === 'boolean') {
    const secure = hasAuthority ? 'verify-full' : 'require';
    return ssl ? secure : 'disable';
  }
  const mode = MODES.find((known) => known === ssl);
  if (mode === undefined) {
    throw badOptions(`"ssl" must be true, false or one of ${MODES.join(', ')}`);
  }
  return mode;
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

/** An option that is a text; null: it is not given, or empty. */
export function textOption(options: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = options[name];
  if (value === undefined || value === null || value === '') {
    return null;
  }
  if (typeof value !== 'string') {
    throw badOptions(`"${name}" must be a text`);
  }
  return value;
}

export function badOptions(reason: string): DatabaseError {
  return new DatabaseError('bad_options', `engine options: ${reason}`, false);
}
