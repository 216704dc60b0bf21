import { readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import type { Queryable } from './people.js';
import { makeDataFolder } from './data-folder.js';

/** A database server of a test's own: it may be killed, and comes back at the same address. */
export class KillableTarget implements Queryable {
  private constructor(
    private readonly folder: string,
    private server: EmbeddedPostgres,
    private readonly front: Server,
  ) {}

  static async start(): Promise<KillableTarget> {
    const folder = makeDataFolder('test-target');
    const front = createServer();
    const target = new KillableTarget(folder, await launch(folder), front);
    front.on('connection', (client) => {
      const behind = connect(Number(new URL(target.server.url).port), '127.0.0.1');
      client.pipe(behind).pipe(client);
      for (const [one, other] of [
        [client, behind],
        [behind, client],
      ] as const) {
        one.on('error', () => undefined);
        one.on('close', () => other.destroy());
      }
    });
    await new Promise<void>((resolve) => {
      front.listen(0, '127.0.0.1', resolve);
    });
    return target;
  }

  /** Through the address that stays. */
  get url(): string {
    const url = new URL(this.server.url);
    url.port = String((this.front.address() as AddressInfo).port);
    return url.href;
  }

  /** As a connection's body on the wire names it. */
  get address(): Record<string, unknown> {
    const url = new URL(this.server.url);
    return {
      ...{ host: '127.0.0.1', port: (this.front.address() as AddressInfo).port },
      ...{ user: url.username, dbpassword: url.password, database: url.pathname.slice(1) },
    };
  }

  /** In the server's first database unless another one is named. */
  async query<Row extends pg.QueryResultRow>(text: string, database?: string): Promise<Row[]> {
    const url = new URL(this.server.url);
    url.pathname = database === undefined ? url.pathname : `/${database}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** SIGKILL for the postmaster, whose children notice and end; then a new one. */
  async killAndRestart(): Promise<void> {
    const [row] = await this.query<{ folder: string }>(
      `SELECT setting AS folder FROM pg_settings WHERE name = 'data_directory'`,
    );
    const pid = Number(readFileSync(join(row?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await this.server.stop();
    this.server = await launch(this.folder);
  }

  async stop(): Promise<void> {
    this.front.close();
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function launch(dataDir: string): Promise<EmbeddedPostgres> {
  return EmbeddedPostgres.start({ root: process.cwd(), dataDir });
}
