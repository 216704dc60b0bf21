import { DatabaseError } from '../database-adapter.js';
import type { DatabaseSettings, SessionOptions } from '../database-adapter.js';
import type { MysqlClient } from './mysql-client.js';
import { quoteIdentifier, quoteText } from './mysql-sql.js';

const LOCK_WAIT_S = 60;

/**
 * Pinned for every session, so that texts mean the same whatever the server's defaults are. Strict, but with the dates
 * that older applications left behind: what was stored once can be read and written again. Settings that a server lacks
 * are passed over.
 */
const PINNED: Readonly<Record<string, string>> = {
  sql_mode: "'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ALLOW_INVALID_DATES'",
  time_zone: "'+00:00'",
  autocommit: '1',
  sql_safe_updates: '0',
  sql_select_limit: '18446744073709551615',
  sql_auto_is_null: '0',
  sql_big_selects: '1',
  foreign_key_checks: '1',
  unique_checks: '1',
  group_concat_max_len: '1048576',
  wait_timeout: '3600',
  net_read_timeout: '300',
  net_write_timeout: '300',
  // MariaDB's, in seconds; MySQL's, in milliseconds; a transaction left open by a worker that died must end
  max_statement_time: '0',
  max_execution_time: '0',
  idle_transaction_timeout: '300',
  // MySQL remembers the sizes of tables for a day
  information_schema_stats_expiry: '0',
};

const FACTS = [
  'version',
  'version_comment',
  'lower_case_table_names',
  'max_allowed_packet',
  'innodb_flush_log_at_trx_commit',
  'innodb_flush_log_at_timeout',
  'log_bin',
  'binlog_format',
];

export interface ServerFacts {
  readonly version: string;
  readonly database: string;
  /** Names of tables differ by more than case. */
  readonly foldsTableNames: boolean;
  readonly maxPacket: number;
  /** Seconds until a commit is certainly on the disk; 0: at once. */
  readonly diskDelay: number;
}

/** Brings a fresh connection into the state that all other files rely on. */
export async function pinSettings(
  client: MysqlClient,
  settings: DatabaseSettings,
  { lockWaitMs }: SessionOptions,
): Promise<ServerFacts> {
  const variables = await readVariables(client);
  const wait = lockWaitMs === undefined ? LOCK_WAIT_S : Math.max(1, Math.ceil(lockWaitMs / 1_000));
  const wanted = { ...PINNED, innodb_lock_wait_timeout: String(wait), lock_wait_timeout: String(wait) };
  const pinned = Object.entries(wanted)
    .filter(([name]) => variables.has(name))
    .map(([name, value]) => `SESSION ${name} = ${value}`);
  await client.execute(`SET ${pinned.join(', ')}`);
  await client.execute('SET NAMES utf8mb4');
  if (allowsReadCommitted(variables)) {
    // no locks on gaps between keys: neighbours do not wait for each other
    await client.execute('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  }
  if (settings.readOnly) {
    await client.execute('SET SESSION TRANSACTION READ ONLY');
  }
  const database = await chooseDatabase(client, settings);
  return { ...factsFrom(variables), database };
}

async function readVariables(client: MysqlClient): Promise<ReadonlyMap<string, string>> {
  const names = [...Object.keys(PINNED), ...FACTS, 'innodb_lock_wait_timeout', 'lock_wait_timeout'];
  const rows = await client.query(
    `SHOW SESSION VARIABLES WHERE Variable_name IN (${names.map(quoteText).join(', ')})`,
  );
  return new Map(rows.map(([name, value]) => [(name ?? '').toLowerCase(), value ?? '']));
}

/** The statement log cannot describe what such transactions do. */
function allowsReadCommitted(variables: ReadonlyMap<string, string>): boolean {
  return variables.get('log_bin') !== 'ON' || variables.get('binlog_format') !== 'STATEMENT';
}

function factsFrom(variables: ReadonlyMap<string, string>): Omit<ServerFacts, 'database'> {
  const version = variables.get('version') ?? '';
  const isMaria = /maria/i.test(version + (variables.get('version_comment') ?? ''));
  const atOnce = variables.get('innodb_flush_log_at_trx_commit') === '1';
  return {
    version: `${isMaria ? 'MariaDB' : 'MySQL'} ${version.replace(/-MariaDB.*$/, '')}`,
    foldsTableNames: (variables.get('lower_case_table_names') ?? '0') !== '0',
    maxPacket: Number(variables.get('max_allowed_packet') ?? 1_048_576),
    diskDelay: atOnce ? 0 : Number(variables.get('innodb_flush_log_at_timeout') ?? 1) * 2,
  };
}

/** A schema is a database here, so a connection's schema is where names without one are looked for. */
async function chooseDatabase(client: MysqlClient, { database, schema }: DatabaseSettings): Promise<string> {
  const wished = schema.trim();
  if (wished !== '') {
    try {
      await client.execute(`USE ${quoteIdentifier(wished)}`);
    } catch (error) {
      if (error instanceof DatabaseError && error.code === 'unknown_database') {
        throw new DatabaseError('unknown_schema', `the server has no database "${wished}"`, false, '1049');
      }
      throw error;
    }
  }
  return (await client.query('SELECT DATABASE()'))[0]?.[0] ?? (wished === '' ? database : wished);
}
