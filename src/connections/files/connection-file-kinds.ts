import type { ConnectionKind } from '../connection-kinds.js';
import type { ConnectionFileKind } from './connection-file.entity.js';

/** Kind of file → the setting of a connection that holds its id. */
export const FILE_SETTINGS = {
  fileset: 'connectionFileset',
  wallet: 'oracleWallet',
  snowflake_key: 'snowflakePrivateKey',
} as const satisfies Record<ConnectionFileKind, string>;

/** Kind of file → the kinds of connections that can use it. */
export const USERS_OF: Readonly<Record<ConnectionFileKind, readonly ConnectionKind[]>> = {
  fileset: ['mysql', 'mariadb'],
  wallet: ['oracle'],
  snowflake_key: ['snowflake'],
};

/** For the audit log. */
export const IN_WORDS: Readonly<Record<ConnectionFileKind, string>> = {
  fileset: 'Connection fileset',
  wallet: 'Oracle wallet',
  snowflake_key: 'Snowflake key',
};

/** What binds the sealed content to its row. */
export function contentContext(id: string): string {
  return `connection-file:${id}`;
}
