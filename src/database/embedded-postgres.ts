import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureCluster, SERVER_SUPERUSER } from './embedded/cluster.js';
import { EmbeddedServerError } from './embedded/embedded-server-error.js';
import { findServerBinaries, type ServerBinaries } from './embedded/server-binaries.js';
import { openServerHome, type ServerHome } from './embedded/server-home.js';
import { lockServerHome } from './embedded/server-lock.js';
import { ServerProcess } from './embedded/server-process.js';
import { serverSettings } from './embedded/server-settings.js';
import { endStaleServer } from './embedded/stale-server.js';

export interface EmbeddedPostgresOptions {
  /** The folder that holds package.json: the server's package is looked for from there. */
  readonly root: string;
  readonly dataDir: string;
  /** Trades safety against a crash of the machine for speed: tests only. */
  readonly fast?: boolean;
}

const MAX_TRIES = 10;

/** A private PostgreSQL server below `dataDir`, for when no `DATABASE_URL` is set. It ends with our process, always. */
export class EmbeddedPostgres {
  private constructor(
    /** Address of its `postgres` database, with the password. Never logged. */
    readonly url: string,
    private readonly server: ServerProcess,
    private readonly unlock: () => void,
  ) {}

  /**
   * Sets the server up on the first call, recovers a server left over by a crash, starts and waits until it takes
   * connections. Throws `EmbeddedServerError` with what to do.
   */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const place = openServerHome(options.dataDir);
    const unlock = lockServerHome(place.home);
    try {
      const fast = options.fast === true;
      const binaries = findServerBinaries(options.root, place.home, place.user);
      const password = await ensureCluster(place, binaries, { fast });
      await endStaleServer(place.cluster);
      const { server, tcpPort } = await startOnFreePort(place, binaries, fast);
      const url = `postgres://${SERVER_SUPERUSER}:${password}@127.0.0.1:${tcpPort}/postgres`;
      return new EmbeddedPostgres(url, server, unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** Calls back once if the server ends, asked to or not. */
  onExit(listener: () => void): void {
    this.server.onExit(listener);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    this.unlock();
  }
}

/** Another process may take the port between our look and the server's; memory of a killed server may take a moment. */
async function startOnFreePort(
  place: ServerHome,
  binaries: ServerBinaries,
  fast: boolean,
): Promise<{ server: ServerProcess; tcpPort: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const tcpPort = await freePort();
    try {
      const server = await ServerProcess.start(place, binaries.postgres, serverSettings(tcpPort, fast));
      return { server, tcpPort };
    } catch (error) {
      const worthRetrying =
        error instanceof EmbeddedServerError &&
        /could not bind|shared memory|still in use/.test(error.message);
      if (!worthRetrying || attempt === MAX_TRIES) {
        throw error;
      }
      await sleep(300);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
