import { DatabaseError } from '../database-adapter.js';
import type { DatabaseSettings, SessionOptions } from '../database-adapter.js';
import type { PostgresClient } from './postgres-client.js';
import { foldIdentifier, quoteIdentifier } from './postgres-sql.js';

/**
 * Pinned for every session, so that texts mean the same whatever the role's or the database's defaults are. Settings
 * that an older server lacks are passed over.
 */
const PINNED: Readonly<Record<string, string>> = {
  client_encoding: 'UTF8',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '3',
  bytea_output: 'hex',
  xmloption: 'content',
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  statement_timeout: '0',
  transaction_timeout: '0',
  idle_session_timeout: '0',
  lock_timeout: '60s',
  idle_in_transaction_session_timeout: '5min',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
  jit: 'off',
  // what a session begins with; see `PostgresClient`
  plan_cache_mode: 'force_generic_plan',
};

/** All in one: a session of a small table asks for little else. Not from `pg_settings`, which lists them all each time. */
const PIN = `
SELECT current_setting('server_version'), pg_catalog.current_database(),
  current_setting('server_encoding'), current_setting('search_path'),
  current_setting('server_version_num')::int >= 150000, (
    SELECT count(set_config(v.name, v.value, false)) FROM json_each_text($1::json) AS v (name, value)
    WHERE current_setting(v.name, true) IS NOT NULL)`;

export interface ServerFacts {
  readonly version: string;
  readonly database: string;
  /** Can it be asked to count at once what was written? */
  readonly countsAtOnce: boolean;
  /** The server does not know its texts' encoding, so what it sends may not be readable. */
  readonly unknownEncoding: boolean;
}

/** Brings a fresh connection into the state that all other files rely on. */
export async function pinSettings(
  client: PostgresClient,
  settings: DatabaseSettings,
  { lockWaitMs }: SessionOptions,
): Promise<ServerFacts> {
  const pinned = {
    ...PINNED,
    ...(settings.readOnly ? { default_transaction_read_only: 'on' } : {}),
    ...(lockWaitMs === undefined ? {} : { lock_timeout: `${lockWaitMs}ms` }),
  };
  const { rows } = await client.readTableCatalog(PIN, [JSON.stringify(pinned)]);
  // a worker that died must not leave its statement running; not every platform can look for that
  await client.execute("SET client_connection_check_interval = '10s'").catch(() => undefined);
  const [version, database, encoding, searchPath, countsAtOnce] = rows[0] ?? [];
  if (settings.schema.trim() !== '') {
    await useSchema(client, settings.schema, searchPath ?? '');
  }
  return {
    version: `PostgreSQL ${version ?? ''}`,
    countsAtOnce: countsAtOnce === 't',
    database: database ?? settings.database,
    unknownEncoding: encoding === 'SQL_ASCII',
  };
}

/** The connection's schema goes first; as written if there is such a schema, else folded like any name. */
async function useSchema(client: PostgresClient, written: string, searchPath: string): Promise<void> {
  const candidates = [written.trim(), foldIdentifier(written)];
  const { rows } = await client.query(
    'SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname::text = ANY ($1::text[])',
    [candidates],
  );
  const found = candidates.find((name) => rows.some((row) => row[0] === name));
  if (found === undefined) {
    throw new DatabaseError('unknown_schema', `the database has no schema "${written.trim()}"`, false);
  }
  const path = [quoteIdentifier(found), searchPath].filter((part) => part !== '').join(', ');
  await client.query("SELECT set_config('search_path', $1::text, false)", [path]);
}
