import type { Connection } from 'tedious';
import { Request, TYPES } from 'tedious';
import type { RowText } from '../../../engine/index.js';
import type { DatabaseSettings } from '../database-adapter.js';
import { ServerError, withinTime } from '../sql/server-error.js';
import type { TextClient } from '../sql/text-client.js';
import { lostConnection, READ_ONLY, toError } from '../sql/verdicts.js';
import { connectError } from './mssql-connect-errors.js';
import { openDriver } from './mssql-driver.js';
import type { ServerFault } from './mssql-errors.js';
import { firstFault, toDatabaseError } from './mssql-errors.js';
import { quoteText } from './mssql-sql.js';

const CANCEL_TIMEOUT_MS = 1_000;

/** What the driver makes of what our statements select. */
type Cell = string | number | bigint | boolean | null | undefined;

interface Answer {
  readonly rows: readonly RowText[];
  readonly changed: number;
}

/** A thin hold on the driver: text in, text out, `DatabaseError` for every failure, no event that could end the process. */
export class MssqlClient implements TextClient {
  private broken = false;
  private closing = false;
  private underWay: Promise<unknown> | null = null;
  private readOnly = false;

  private constructor(private readonly driver: Connection) {
    const breaks = (): void => {
      this.broken = true;
    };
    driver.on('error', breaks);
    driver.on('end', breaks);
  }

  static async connect(settings: DatabaseSettings, name: string): Promise<MssqlClient> {
    let login: ServerFault | null = null;
    const driver = openDriver(settings, name);
    driver.on('errorMessage', (told: ServerFault) => {
      login ??= told;
    });
    const client = new MssqlClient(driver);
    try {
      await new Promise<void>((resolve, reject) => {
        driver.connect((error) => {
          if (error === undefined) {
            resolve();
          } else {
            reject(error);
          }
        });
      });
      return client;
    } catch (error) {
      driver.close();
      throw connectError(error, login, settings);
    }
  }

  /** From here on this session refuses to write: the server knows no such sessions. */
  refuseWrites(): void {
    this.readOnly = true;
  }

  async query(sql: string): Promise<readonly RowText[]> {
    return (await this.run(sql, null)).rows;
  }

  queryTexts(sql: string): Promise<readonly RowText[]> {
    return this.query(sql);
  }

  async execute(sql: string): Promise<number> {
    if (this.readOnly) {
      throw toError(READ_ONLY, '');
    }
    return (await this.run(sql, null)).changed;
  }

  /** The same for a statement that reads a text of any length as `@rows`. */
  async executeWith(sql: string, rows: string): Promise<readonly RowText[]> {
    return (await this.run(sql, rows)).rows;
  }

  /** Compiled, and not carried out. */
  async check(sql: string): Promise<void> {
    await this.query(`EXEC sys.sp_describe_first_result_set ${quoteText(sql)}`);
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.query('BEGIN TRANSACTION');
    try {
      const result = await work();
      await this.query('COMMIT TRANSACTION');
      return result;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async close(): Promise<void> {
    const { underWay } = this;
    this.closing = true;
    if (underWay !== null && !this.broken) {
      this.driver.cancel();
      await withinTime(underWay, CANCEL_TIMEOUT_MS);
    }
    this.broken = true;
    this.driver.close();
  }

  /** An error may have ended the transaction already. */
  private async rollback(): Promise<void> {
    if (!this.broken && !this.closing) {
      await this.query('IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION').catch(() => undefined);
    }
  }

  private async run(sql: string, rows: string | null): Promise<Answer> {
    if (this.broken || this.closing) {
      throw lostConnection();
    }
    const sent = this.send(sql, rows);
    this.underWay = sent.catch(() => undefined);
    try {
      return await sent;
    } catch (error) {
      // What a call that we cut off ourselves ends with depends on the moment; to the caller it is all the same.
      throw this.isCutOff() ? lostConnection() : serverError(error);
    } finally {
      this.underWay = null;
    }
  }

  /** Closing may have begun while a call was under way. */
  private isCutOff(): boolean {
    return this.closing;
  }

  /** Without a parameter a text is sent as it is: temporary tables that it makes live as long as the session. */
  private send(sql: string, rows: string | null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const found: RowText[] = [];
      const request = new Request(sql, (error, changed) => {
        if (error === null || error === undefined) {
          resolve({ rows: found, changed: changed ?? 0 });
        } else {
          reject(error);
        }
      });
      request.on('row', (columns: readonly { readonly value: Cell }[]) => {
        found.push(columns.map(({ value }) => toText(value)));
      });
      if (rows === null) {
        this.driver.execSqlBatch(request);
      } else {
        request.addParameter('rows', TYPES.NVarChar, rows, { length: Infinity });
        this.driver.execSql(request);
      }
    });
  }
}

/** The driver's error: null, it was none of the server's. */
export function faultOf(error: unknown): ServerFault | null {
  return error instanceof ServerError ? (error.fault as ServerFault) : null;
}

function serverError(thrown: unknown): ServerError<ServerFault> {
  return new ServerError(firstFault(thrown), toDatabaseError(thrown));
}

/** Row values come as texts; what the catalog says may be numbers and flags. */
function toText(value: Cell): string | null {
  if (value === null || value === undefined) {
    return null;
  }
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}
