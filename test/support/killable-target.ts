import { rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import pg from 'pg';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { makeDataFolder } from './data-folder.js';
import { killPostmaster, listenBefore } from './forwarding.js';
import type { Queryable } from './people.js';

/** A database server of a test's own: it may be killed, and comes back at the same address. */
export class KillableTarget implements Queryable {
  private constructor(
    private readonly folder: string,
    private server: EmbeddedPostgres,
    private readonly front: Server,
  ) {}

  static async start(): Promise<KillableTarget> {
    const folder = makeDataFolder('test-target');
    const front = await listenBefore(() => target.server.url);
    const target = new KillableTarget(folder, await launch(folder), front);
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
    await killPostmaster(this);
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
