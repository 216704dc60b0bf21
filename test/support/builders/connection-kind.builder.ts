import type { WireBody } from './connection.builder.js';

const SERVER = { host: 'one', port: 1111, database: 'one', user: 'one' };

/** What each kind needs beside its name; all others are SQL databases. */
const NEEDS: Readonly<Record<string, WireBody>> = {
  dynamo_db: {},
  mongodb: { host: 'one', database: 'one' },
  documentdb: { host: 'one', database: 'one' },
  snowflake: { database: 'one' },
  databricks: { server_hostname: 'one', http_path: 'one', catalog: 'one' },
  s3_connection: { bucket: 'one', access_key_id: 'one', secret_access_key: 'test-secret-4711' },
  azure_blob_connection: { container: 'one' },
  mounted_share_connection: {},
};

/** A request for a connection of a kind with nothing but what it needs; leads nowhere, and has no name yet. */
export function bodyOfKind(kind: string): WireBody {
  const isFile = kind.endsWith('_connection');
  return {
    [isFile ? 'type' : 'db_type']: kind,
    mask_type: isFile ? 'file' : 'database',
    ...(NEEDS[kind] ?? SERVER),
  };
}
