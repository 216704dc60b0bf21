import { DatabaseError } from '../database-adapter.js';
import type { DatabaseSettings, SessionOptions } from '../database-adapter.js';
import type { OracleClient } from './oracle-client.js';
import { quoteIdentifier, quoteText } from './oracle-sql.js';

const LOCK_WAIT_MS = 60_000;

/** Texts are sent as Unicode: a database that keeps less would lose characters without a word. */
const UNICODE = new Set(['AL32UTF8', 'UTF8']);

export interface ServerFacts {
  readonly version: string;
  /** Where names without a schema are looked for. */
  readonly schema: string;
}

const FACTS = `SELECT (SELECT MIN(version) FROM product_component_version WHERE product LIKE 'Oracle%'),
  SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA'),
  (SELECT value FROM nls_database_parameters WHERE parameter = 'NLS_CHARACTERSET') FROM dual`;

/** So that texts mean the same whatever the server's, or the machine's, settings are. */
export function pinned(lockWaitMs: number): readonly string[] {
  return [
    `ALTER SESSION SET NLS_LANGUAGE = 'AMERICAN' NLS_TERRITORY = 'AMERICA' NLS_NUMERIC_CHARACTERS = '.,'
       NLS_CALENDAR = 'GREGORIAN' NLS_SORT = 'BINARY' NLS_COMP = 'BINARY' NLS_LENGTH_SEMANTICS = 'BYTE'
       NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS' NLS_TIMESTAMP_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF'
       NLS_TIMESTAMP_TZ_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FFTZH:TZM' TIME_ZONE = '+00:00'`,
    `ALTER SESSION SET DDL_LOCK_TIMEOUT = ${Math.max(1, Math.ceil(lockWaitMs / 1_000))}`,
  ];
}

/** Brings a fresh connection into the state that all other files rely on. */
export async function pinSettings(
  client: OracleClient,
  settings: DatabaseSettings,
  { lockWaitMs = LOCK_WAIT_MS }: SessionOptions,
): Promise<ServerFacts> {
  for (const statement of pinned(lockWaitMs)) {
    await client.execute(statement);
  }
  await chooseSchema(client, settings.schema.trim());
  const [row = []] = await client.query(FACTS);
  const [version, schema, characters] = row.map((text) => text ?? '');
  if (!UNICODE.has(characters ?? '')) {
    throw new DatabaseError(
      'unsupported_encoding',
      `the database keeps its texts as ${characters ?? ''}: only AL32UTF8 and UTF8 are supported`,
      false,
    );
  }
  if (settings.readOnly) {
    client.refuseWrites();
  }
  return { version: `Oracle ${version ?? ''}`, schema: schema ?? '' };
}

/** Exactly as written, or in capitals. */
async function chooseSchema(client: OracleClient, wished: string): Promise<void> {
  if (wished === '') {
    return;
  }
  const rows = await client.query(
    `SELECT username FROM all_users WHERE username IN (${quoteText(wished)}, ${quoteText(wished.toUpperCase())})`,
  );
  const found = rows.find(([name]) => name === wished) ?? rows[0];
  if (found === undefined) {
    throw new DatabaseError('unknown_schema', `the database has no schema "${wished}"`, false);
  }
  await client.execute(`ALTER SESSION SET CURRENT_SCHEMA = ${quoteIdentifier(found[0] ?? '')}`);
}
