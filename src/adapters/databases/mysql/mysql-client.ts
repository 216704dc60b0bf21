import { connect, type Socket } from 'node:net';
import mysql from 'mysql2';
import { DatabaseError } from '../database-adapter.js';
import type { DatabaseSettings } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import { ServerError, withinTime } from '../sql/server-error.js';
import type { TextClient } from '../sql/text-client.js';
import { lostConnection } from '../sql/verdicts.js';
import { connectError, noGreeting } from './mysql-connect-errors.js';
import type { ServerFault } from './mysql-errors.js';
import { toDatabaseError } from './mysql-errors.js';
import type { MysqlTls } from './mysql-options.js';
import { readMysqlOptions } from './mysql-options.js';

/** Together with the set-up below an unreachable host is known within 10 seconds. */
const CONNECT_TIMEOUT_MS = 8_000;
const CLOSE_TIMEOUT_MS = 2_000;
const KILL_TIMEOUT_MS = 1_000;

/** Whatever the type, the text that the server wrote. */
const asText = (field: { string(encoding?: string): string | null }): string | null => field.string('utf8');

type Reconnect = () => Promise<MysqlClient>;

/** A thin hold on the driver: text in, text out, `DatabaseError` for every failure, no event that could end the process. */
export class MysqlClient implements TextClient {
  private broken = false;
  private underWay = 0;
  private closing = false;

  private constructor(
    private readonly driver: mysql.Connection,
    private readonly reconnect: Reconnect,
  ) {
    driver.on('error', () => {
      this.broken = true;
    });
    driver.on('end', () => {
      this.broken = true;
    });
  }

  static async connect(settings: DatabaseSettings): Promise<MysqlClient> {
    const { tls } = readMysqlOptions(settings.engineOptions);
    if (tls === 'off' || settings.host.startsWith('/')) {
      return MysqlClient.connectOnce(settings, null);
    }
    if (tls !== 'prefer') {
      return MysqlClient.connectOnce(settings, tls);
    }
    try {
      return await MysqlClient.connectOnce(settings, { rejectUnauthorized: false, verifyIdentity: false });
    } catch (error) {
      if (error instanceof DatabaseError && error.code === 'tls_unavailable') {
        return MysqlClient.connectOnce(settings, null);
      }
      throw error;
    }
  }

  private static async connectOnce(settings: DatabaseSettings, tls: MysqlTls | null): Promise<MysqlClient> {
    const socket = openSocket(settings);
    const contact = { isMade: false };
    socket.once('connect', () => {
      contact.isMade = true;
    });
    const driver = openDriver(settings, tls, socket);
    const client = new MysqlClient(driver, () => MysqlClient.connectOnce(settings, tls));
    try {
      await new Promise<void>((resolve, reject) => {
        driver.connect((error) => {
          if (error === null) {
            resolve();
          } else {
            reject(error);
          }
        });
      });
      return client;
    } catch (error) {
      driver.destroy();
      throw contact.isMade && socket.bytesRead === 0 && isTimeout(error)
        ? noGreeting(settings)
        : connectError(error, settings);
    }
  }

  /** Rows of one statement, each cell as text. */
  async query(sql: string): Promise<readonly RowText[]> {
    return (await this.run({ sql, typeCast: asText })) as unknown as readonly RowText[];
  }

  /** The same for a statement that gives texts only: they are taken from the wire as they are. */
  async queryTexts(sql: string): Promise<readonly RowText[]> {
    return (await this.run({ sql })) as unknown as readonly RowText[];
  }

  /** One statement; what it selects is thrown away. Returns the rows that it found to change. */
  async execute(sql: string): Promise<number> {
    const results = await this.run({ sql, typeCast: asText });
    const changes = Array.isArray(results) ? results : [results];
    return changes.reduce<number>((sum, result) => sum + affectedRows(result), 0);
  }

  async check(sql: string): Promise<void> {
    await this.execute(`EXPLAIN ${sql}`);
  }

  /** Runs `work` in a transaction: commits its result, rolls back its error. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.execute('START TRANSACTION');
    try {
      const result = await work();
      await this.execute('COMMIT');
      return result;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async close(): Promise<void> {
    const wasClosing = this.closing;
    this.closing = true;
    if (this.underWay > 0 && !this.broken && !wasClosing) {
      await this.killStatement();
    }
    if (this.underWay === 0 && !this.broken) {
      await withinTime(this.quit(), CLOSE_TIMEOUT_MS);
    }
    this.broken = true;
    this.driver.destroy();
  }

  /**
   * A server that only loses its client goes on until it has something to say, and holds its locks so long: another
   * session ends this one.
   */
  private async killStatement(): Promise<void> {
    const killing = this.reconnect().then(
      async (other) => {
        await other.execute(`KILL ${this.driver.threadId}`).catch(() => undefined);
        await other.close();
      },
      () => undefined,
    );
    await withinTime(killing, KILL_TIMEOUT_MS);
  }

  private quit(): Promise<void> {
    return new Promise((resolve) => {
      this.driver.end(() => {
        resolve();
      });
    });
  }

  private async rollback(): Promise<void> {
    if (!this.broken) {
      await this.execute('ROLLBACK').catch(() => undefined);
    }
  }

  private async run(options: mysql.QueryOptions): Promise<mysql.QueryResult> {
    if (this.broken || this.closing) {
      throw lostConnection();
    }
    this.underWay += 1;
    try {
      return await this.send(options);
    } catch (error) {
      // What a call that we cut off ourselves ends with depends on the moment; to the caller it is all the same.
      throw this.isCutOff() ? lostConnection() : new ServerError(error, toDatabaseError(error));
    } finally {
      this.underWay -= 1;
    }
  }

  /** Closing may have begun while a call was under way. */
  private isCutOff(): boolean {
    return this.closing;
  }

  private send(options: mysql.QueryOptions): Promise<mysql.QueryResult> {
    return new Promise((resolve, reject) => {
      const stopped = (): void => {
        reject(lostConnection());
      };
      this.driver.once('end', stopped);
      this.driver.query(options, (error, result) => {
        this.driver.off('end', stopped);
        if (error === null) {
          resolve(result);
        } else {
          reject(error);
        }
      });
    });
  }
}

/** The driver's error: may hold row values, so it must not leave the adapter. Null: it was none of the driver's. */
export function faultOf(error: unknown): ServerFault | null {
  return error instanceof ServerError ? (error.fault as ServerFault) : null;
}

function isTimeout(error: unknown): boolean {
  return (error as ServerFault).code === 'ETIMEDOUT';
}

function openSocket({ host, tcpPort }: DatabaseSettings): Socket {
  return host.startsWith('/')
    ? connect(host)
    : connect({ host, port: tcpPort, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 });
}

function openDriver(settings: DatabaseSettings, tls: MysqlTls | null, socket: Socket): mysql.Connection {
  const { host, database, user, password } = settings;
  return mysql.createConnection({
    // The certificate must be made out to it.
    host,
    stream: socket,
    database,
    user,
    password,
    ...(tls === null ? {} : { ssl: { ...tls } }),
    charset: 'utf8mb4',
    rowsAsArray: true,
    jsonStrings: true,
    // what could send a file of ours to a server that asks for one
    flags: ['-LOCAL_FILES'],
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
}

function affectedRows(result: unknown): number {
  return result !== null && typeof result === 'object' && 'affectedRows' in result
    ? Number(result.affectedRows)
    : 0;
}
