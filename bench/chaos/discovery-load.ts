import type { KillableTarget } from '../../test/support/killable-target.js';
import type { ChaosClient } from './chaos-client.js';
import type { Load, State } from './load.js';

const DATABASE = 'discovered';
const TABLES = 60;

/** A discovery in a database of the PostgreSQL server that is killed. */
export class DiscoveryLoad implements Load {
  readonly name = 'discovery';
  private connection: string | null = null;

  constructor(private readonly target: KillableTarget) {}

  async prepare(): Promise<void> {
    if (this.connection !== null) {
      return;
    }
    await this.target.query(`CREATE DATABASE ${DATABASE}`);
    const tables = Array.from(
      { length: TABLES },
      (_, table) => `CREATE TABLE t${table} (id int PRIMARY KEY, email text, c7 text);
        INSERT INTO t${table} SELECT n, 'a', 'p' || n || '@example.com' FROM generate_series(1, 500) n;`,
    );
    await this.target.query(tables.join('\n'), DATABASE);
  }

  async start(client: ChaosClient): Promise<readonly number[]> {
    this.connection ??= await client.create('/api/connections/', {
      ...{ version: '1.0', mask_type: 'database', db_type: 'postgres', ...this.target.address },
      ...{ database: DATABASE, schema: '', is_read_only: true },
    });
    const wish = { connection: this.connection, in_data_discovery: { enabled: true } };
    return [(await client.send<{ id: number }>('POST', '/api/schema-discovery/', wish)).id];
  }

  async state(client: ChaosClient, [runId]: readonly number[]): Promise<State> {
    const path = `/api/schema-discovery/v2/${runId}/?limit=1000`;
    const { results } = await client.send<{ results: unknown[] }>('GET', path);
    const bare = results.map((result) =>
      JSON.stringify(result, (key, value: unknown) => (key === 'id' ? undefined : value)),
    );
    return new Map([['findings', bare]]);
  }

  leftovers(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }
}
