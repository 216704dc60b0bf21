import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import type { Logger } from './common/logging/logger.js';
import type { Config } from './config/config.js';
import { readSecretKey, resolveSecretKey } from './config/secret-key.js';
import { EmbeddedPostgres } from './database/embedded-postgres.js';
import type { BackgroundWork } from './workers/background-work.js';

const REQUEST_GRACE_MS = 3_000;

/** The API process with all that belongs to it: private database, HTTP server, background work. */
export class ApiProcess {
  private stopping = false;

  private constructor(
    readonly config: Config,
    readonly app: NestExpressApplication,
    private readonly background: BackgroundWork,
    private readonly embedded: EmbeddedPostgres | null,
  ) {}

  /**
   * Resolves when requests are answered and workers are starting. `onFatal` is called later if something happens that
   * the process cannot go on with; the reason is logged.
   */
  static async start(given: Config, logger: Logger, onFatal: () => void): Promise<ApiProcess> {
    const read = readSecretKey(given);
    const needsServer = read.role === 'all' && read.database.url === null;
    // Loading the application takes as long as starting the database: do both at once.
    const modules = loadModules();
    modules.catch(() => undefined);
    const embedded = needsServer ? await startEmbedded(read) : null;
    try {
      const reaching = embedded === null ? read : { ...read, database: { url: embedded.url } };
      const loaded = await modules;
      await loaded.prepareDatabase(reaching, logger);
      const config = resolveSecretKey(reaching);
      const app = await loaded.createApi(config, logger);
      await startListening(app, config, loaded);
      const processes = config.role === 'all' ? config.workers.processes : 0;
      const background = loaded.BackgroundWork.start(app, config, { processes, onUnfit: onFatal });
      const api = new ApiProcess(config, app, background, embedded);
      embedded?.onExit(() => {
        if (!api.stopping) {
          logger.error('The private PostgreSQL has ended unexpectedly');
          onFatal();
        }
      });
      return api;
    } catch (error) {
      await embedded?.stop();
      throw error;
    }
  }

  /** Stops listening, drains the workers, closes queue and database, stops the private server: in this order. */
  async stop(): Promise<void> {
    this.stopping = true;
    const server = this.app.getHttpServer();
    await Promise.all([closeServer(server), this.background.stop()]);
    await this.app.close();
    await this.embedded?.stop();
  }
}

type Loaded = Pick<typeof import('./create-api.js'), 'createApi'> &
  Pick<typeof import('./installation/assert-secret-key.js'), 'assertSecretKey'> &
  Pick<typeof import('./database/prepare-database.js'), 'prepareDatabase'> &
  Pick<typeof import('./workers/background-work.js'), 'BackgroundWork'>;

async function loadModules(): Promise<Loaded> {
  const [{ createApi }, { assertSecretKey }, { prepareDatabase }, { BackgroundWork }] = await Promise.all([
    import('./create-api.js'),
    import('./installation/assert-secret-key.js'),
    import('./database/prepare-database.js'),
    import('./workers/background-work.js'),
  ]);
  return { createApi, assertSecretKey, prepareDatabase, BackgroundWork };
}

function startEmbedded(config: Config): Promise<EmbeddedPostgres> {
  return EmbeddedPostgres.start({ root: config.paths.root, dataDir: config.paths.dataDir });
}

async function startListening(
  app: NestExpressApplication,
  config: Config,
  { assertSecretKey }: Loaded,
): Promise<void> {
  const { host, tcpPort } = config.http;
  try {
    await assertSecretKey(app);
    await app.listen(tcpPort, host);
  } catch (error) {
    await app.close();
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new Error(`PORT: ${host}:${tcpPort} is in use by another program. Set PORT to a free one.`)
      : error;
  }
}

/** Requests under way may end; streams that would stay open are cut after a moment. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  server.closeIdleConnections();
  const timer = new AbortController();
  await Promise.race([
    closed,
    sleep(REQUEST_GRACE_MS, undefined, { signal: timer.signal }).catch(() => undefined),
  ]);
  timer.abort();
  server.closeAllConnections();
}
