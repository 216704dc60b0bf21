import type { ApiClient } from '../api-client.js';
import { uniqueName } from '../unique-name.js';
import type { TestDatabase } from '../test-database.js';

export type WireBody = Record<string, unknown>;

/** A request for a PostgreSQL connection that is valid but leads nowhere. */
export function connectionBody(changes: WireBody = {}): WireBody {
  return {
    version: '1.0',
    name: uniqueName('connection'),
    mask_type: 'database',
    db_type: 'postgres',
    host: '127.0.0.1',
    port: 9,
    database: 'nowhere',
    user: 'nobody',
    dbpassword: 'open-sesame-4711',
    schema: '',
    is_read_only: false,
    ...changes,
  };
}

/** A request for a connection to a real database. */
export function connectionBodyTo(target: Pick<TestDatabase, 'settings'>, changes: WireBody = {}): WireBody {
  const { host, tcpPort, database, user, password } = target.settings;
  return connectionBody({ host, port: tcpPort, database, user, dbpassword: password, ...changes });
}

/** Creates a connection and gives its id. */
export async function createConnection(
  client: ApiClient,
  body: WireBody = connectionBody(),
): Promise<string> {
  const response = await client.post('/api/connections/', body).expect(200);
  return (response.body as { id: string }).id;
}
