import { DatabaseError } from '../database-adapter.js';
import type { DatabaseSettings, SessionOptions } from '../database-adapter.js';
import type { MssqlClient } from './mssql-client.js';
import { quoteText } from './mssql-sql.js';

const LOCK_WAIT_MS = 60_000;

/** OPENJSON, by which batches travel, came with SQL Server 2016. */
const NEEDED_LEVEL = 130;

export interface ServerFacts {
  readonly version: string;
  readonly database: string;
  /** Where names without a schema are looked for. */
  readonly schema: string;
  readonly collation: string;
  /** Names that differ by case alone are the same. */
  readonly foldsNames: boolean;
}

const FACTS = `SELECT CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion')),
  CONVERT(nvarchar(128), SERVERPROPERTY('Edition')), DB_NAME(), SCHEMA_NAME(),
  CONVERT(nvarchar(128), DATABASEPROPERTYEX(DB_NAME(), 'Collation')),
  (SELECT CONVERT(varchar(10), compatibility_level) FROM sys.databases WHERE database_id = DB_ID())`;

/** Brings a fresh connection into the state that all other files rely on. */
export async function pinSettings(
  client: MssqlClient,
  settings: DatabaseSettings,
  { lockWaitMs = LOCK_WAIT_MS }: SessionOptions,
): Promise<ServerFacts> {
  await client.execute(pinned(lockWaitMs));
  const [row = []] = await client.query(FACTS);
  const [version, edition, database, ownSchema, collation, level] = row.map((text) => text ?? '');
  if (Number(level) < NEEDED_LEVEL) {
    throw new DatabaseError(
      'unsupported_version',
      `the database's compatibility level is ${level ?? ''}, and ${NEEDED_LEVEL} (SQL Server 2016) or more is needed`,
      false,
    );
  }
  const schema = await chooseSchema(client, settings.schema.trim(), ownSchema ?? 'dbo');
  if (settings.readOnly) {
    client.refuseWrites();
  }
  return {
    version: `SQL Server ${version ?? ''} (${edition ?? ''})`,
    database: database ?? settings.database,
    schema,
    collation: collation ?? '',
    foldsNames: !/_CS|_BIN/.test(collation ?? ''),
  };
}

/** An error undoes the whole transaction; readers do not see what others have not committed. */
export function pinned(lockWaitMs: number): string {
  return `SET XACT_ABORT ON; SET LOCK_TIMEOUT ${Math.max(1, Math.ceil(lockWaitMs))}; SET NOCOUNT OFF;
    SET ANSI_WARNINGS ON; SET ARITHABORT ON; SET QUOTED_IDENTIFIER ON; SET CONCAT_NULL_YIELDS_NULL ON;
    SET ROWCOUNT 0; SET DEADLOCK_PRIORITY LOW; SET TRANSACTION ISOLATION LEVEL READ COMMITTED`;
}

async function chooseSchema(client: MssqlClient, wished: string, own: string): Promise<string> {
  if (wished === '') {
    return own;
  }
  const [row] = await client.query(`SELECT name FROM sys.schemas WHERE name = ${quoteText(wished)}`);
  if (row === undefined) {
    throw new DatabaseError('unknown_schema', `the database has no schema "${wished}"`, false);
  }
  return row[0] ?? wished;
}
