import pg from 'pg';
import type { DatabaseSettings } from '../../../src/adapters/databases/index.js';
import type { RowText } from '../../../src/engine/index.js';
import type { DatabaseTarget } from '../contract/database.contract.js';

export interface PostgresTarget extends DatabaseTarget {
  drop(): Promise<void>;
}

/** A fresh database on the tests' server, reached by the plain driver beside the adapter. */
export async function createPostgresTarget(serverUrl: string): Promise<PostgresTarget> {
  const url = new URL(serverUrl);
  const database = `adapter_${process.pid}_${Date.now()}`;
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8'`);
  url.pathname = `/${database}`;
  const client = new pg.Client({
    connectionString: url.href,
    types: { getTypeParser: () => (text: unknown) => text },
  });
  client.on('error', () => undefined);
  await client.connect();
  return {
    settings: settingsOf(url),
    sql: async (text) => {
      const result = await client.query<(string | null)[]>({ text, rowMode: 'array' });
      const last = (Array.isArray(result) ? result.at(-1) : result) as { rows: RowText[] };
      return last.rows;
    },
    drop: async () => {
      await client.end();
      await server.query(`DROP DATABASE ${database} WITH (FORCE)`);
      await server.end();
    },
  };
}

function settingsOf(url: URL): DatabaseSettings {
  return {
    host: url.hostname,
    tcpPort: Number(url.port),
    database: url.pathname.slice(1),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    schema: '',
    engineOptions: {},
    readOnly: false,
  };
}
