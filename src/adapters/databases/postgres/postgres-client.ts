import pg from 'pg';
import { DatabaseError } from '../database-adapter.js';
import type { DatabaseSettings } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import { withinTime } from '../sql/server-error.js';
import { cancelStatement } from './postgres-cancel.js';
import type { ServerAddress } from './postgres-cancel.js';
import { connectError } from './postgres-connect-errors.js';
import { toDatabaseError } from './postgres-errors.js';
import type { TlsOptions } from './postgres-options.js';
import { readPostgresOptions } from './postgres-options.js';
import { discardText, endWire, handOn, keptName, socketOf, takeIdle, wireOf } from './postgres-wire.js';
import type { Wire } from './postgres-wire.js';

/** Together with the set-up below an unreachable host is known within 10 seconds. */
const CONNECT_TIMEOUT_MS = 8_000;
const DISCARD_TIMEOUT_MS = 500;

/** Servers before PostgreSQL 12 have no such setting, and plan as they like. */
const planMode = (mode: string): string =>
  `SELECT set_config('plan_cache_mode', '${mode}', false) WHERE current_setting('plan_cache_mode', true) IS NOT NULL`;

const PLAN_MODES = { custom: planMode('force_custom_plan'), generic: planMode('force_generic_plan') };

/** All values stay what the server wrote. */
const AS_TEXT = { getTypeParser: () => (text: unknown) => text };

export interface ClientResult {
  readonly rows: readonly RowText[];
  readonly rowCount: number;
  /** Columns of the result. */
  readonly fields: readonly pg.FieldDef[];
}

/** A thin hold on the driver: text in, text out, `DatabaseError` for every failure, no event that could end the process. */
export class PostgresClient {
  private underWay = 0;
  private closing = false;
  private isHandedOn = false;
  private staysReadOnly = false;
  private plans: keyof typeof PLAN_MODES = 'generic';

  private constructor(
    private readonly wire: Wire,
    /** To whom the connection may be handed on; null: to nobody. */
    private heir: string | null,
  ) {}

  /**
   * Over the connection of a session of these settings and this name that was closed just before, if there is one. What
   * this session leaves in good order is handed on likewise.
   */
  static async follow(settings: DatabaseSettings, name: string): Promise<PostgresClient> {
    const heir = JSON.stringify([settings, name]);
    const wire = takeIdle(heir) ?? (await PostgresClient.connect(settings, name)).wire;
    return new PostgresClient(wire, heir);
  }

  static async connect(settings: DatabaseSettings, name: string): Promise<PostgresClient> {
    const { tls } = readPostgresOptions(settings.engineOptions);
    if (tls === 'off' || settings.host.startsWith('/')) {
      return connectOnce(settings, name, false);
    }
    if (tls !== 'prefer') {
      return connectOnce(settings, name, tls);
    }
    try {
      return await connectOnce(settings, name, { rejectUnauthorized: false });
    } catch (error) {
      if (error instanceof DatabaseError && error.code === 'tls_unavailable') {
        return connectOnce(settings, name, false);
      }
      throw error;
    }
  }

  /** For `connectOnce` alone, with a driver that is connected and idle. */
  static over(driver: pg.Client, address: ServerAddress): PostgresClient {
    return new PostgresClient(wireOf(driver, address), null);
  }

  /** A server that cannot be asked to count at once what a session wrote does so when its connection ends. */
  setUp(use: { readonly mayWrite: boolean; readonly countsAtOnce: boolean }): void {
    this.wire.countsAtOnce = use.countsAtOnce;
    if (use.mayWrite && !use.countsAtOnce) {
      this.heir = null;
    }
  }

  /** From now on nothing is written, whatever a condition that calls `set_config` makes of the session's settings. */
  stayReadOnly(): void {
    this.staysReadOnly = true;
  }

  /** One statement with bound parameters. With `name` the server keeps its parsed form for the session. */
  async query(text: string, values: readonly unknown[] = [], name?: string): Promise<ClientResult> {
    if (this.staysReadOnly) {
      // A transaction under way is read-only for good; the next one goes by the setting.
      await this.execute('SET default_transaction_read_only = on');
    }
    await this.planFor('custom');
    return this.queryAsItIs(text, values, name);
  }

  /** The same for a text of ours over the server's catalogs: it calls nothing that could write. */
  async readCatalog(text: string, values: readonly unknown[] = []): Promise<ClientResult> {
    await this.planFor('custom');
    return this.queryAsItIs(text, values);
  }

  /**
   * The same for what is asked of one table after the other. To plan such a text takes longer than to answer it, so the
   * server keeps the plan, also for sessions to which the connection is handed on.
   */
  async readTableCatalog(text: string, values: readonly unknown[]): Promise<ClientResult> {
    await this.planFor('generic');
    return this.queryAsItIs(text, values, keptName(text));
  }

  /** Any SQL text, several statements too; what it selects is thrown away. Returns the rows it changed. */
  async execute(text: string): Promise<number> {
    const query = new pg.Query<(string | null)[]>({ text, rowMode: 'array' } as pg.QueryArrayConfig);
    // rows are kept only where nobody listens for them
    query.on('row', () => undefined);
    const results = await this.run(query, null);
    return (Array.isArray(results) ? results : [results]).reduce(
      (sum, result) => sum + changedRows(result),
      0,
    );
  }

  /** Runs `work` in a transaction: commits its result, rolls back its error. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.execute(this.staysReadOnly ? 'BEGIN READ ONLY' : 'BEGIN');
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
    const isFirst = !this.closing;
    this.closing = true;
    if (this.isHandedOn) {
      return;
    }
    if (isFirst && this.heir !== null && (await this.isLikeNew())) {
      this.isHandedOn = true;
      handOn(this.wire, this.heir);
      return;
    }
    const { driver, address, broken } = this.wire;
    if (this.underWay > 0 && !broken) {
      // A server that only loses its client goes on until it has something to say, and holds its locks so long.
      await cancelStatement(address, driver);
    }
    await endWire(this.wire);
  }

  /** Nothing that the session did is left: no setting, no lock, no temporary table. Not inside of a transaction. */
  private async isLikeNew(): Promise<boolean> {
    const { driver, broken } = this.wire;
    if (broken || this.underWay > 0 || driver.getTransactionStatus() !== 'I') {
      return false;
    }
    let isDone = false;
    const discarding = this.send(new pg.Query({ text: discardText(this.wire) }), null).then(
      () => {
        isDone = true;
      },
      () => undefined,
    );
    await withinTime(discarding, DISCARD_TIMEOUT_MS);
    return isDone;
  }

  /** Only a matter of time: pages and batches are planned for their true bounds, look-ups of a table once for all. */
  private async planFor(plans: keyof typeof PLAN_MODES): Promise<void> {
    if (this.plans !== plans) {
      await this.execute(PLAN_MODES[plans]);
      this.plans = plans;
    }
  }

  private async queryAsItIs(text: string, values: readonly unknown[], name?: string): Promise<ClientResult> {
    const config = { text, values: [...values], rowMode: 'array' as const, queryMode: 'extended' };
    const query = new pg.Query<(string | null)[]>(name === undefined ? config : { ...config, name });
    const rows: RowText[] = [];
    const result = await this.run(query, rows);
    const single = Array.isArray(result) ? undefined : result;
    return { rows, rowCount: single?.rowCount ?? 0, fields: single?.fields ?? [] };
  }

  private async rollback(): Promise<void> {
    if (!this.wire.broken) {
      await this.execute('ROLLBACK').catch(() => undefined);
    }
  }

  private run(query: pg.Query, rows: RowText[] | null): Promise<pg.QueryResult | pg.QueryResult[]> {
    return this.ask(() => this.send(query, rows));
  }

  private send(query: pg.Query, rows: RowText[] | null): Promise<pg.QueryResult | pg.QueryResult[]> {
    return new Promise((resolve, reject) => {
      this.wire.frames.expect(rows);
      query.on('error', reject);
      query.on('end', (result) => {
        resolve(result as pg.QueryResult | pg.QueryResult[]);
      });
      this.wire.driver.query(query);
    });
  }

  /** What a call that we cut off ourselves ends with depends on the moment; to the caller it is all the same. */
  private told(error: unknown): DatabaseError {
    return this.closing ? lostConnection() : new ServerError(error);
  }

  private async ask<T>(send: () => Promise<T>): Promise<T> {
    if (this.wire.broken || this.closing) {
      throw lostConnection();
    }
    this.underWay += 1;
    try {
      return await send();
    } catch (error) {
      throw this.told(error);
    } finally {
      this.underWay -= 1;
    }
  }
}

function lostConnection(): DatabaseError {
  return new DatabaseError('lost_connection', 'the connection to the server broke', true);
}

/** Keeps the driver's error beside its safe translation, for those few that must look closer. */
export class ServerError extends DatabaseError {
  readonly #fault: unknown;

  constructor(fault: unknown) {
    const told = toDatabaseError(fault);
    super(told.code, told.message, told.transient, told.engineCode);
    this.#fault = fault;
  }

  /** The driver's error: may hold row values, so it must not leave the adapter. */
  static faultOf(error: unknown): unknown {
    return error instanceof ServerError ? error.#fault : error;
  }
}

async function connectOnce(
  settings: DatabaseSettings,
  name: string,
  ssl: false | TlsOptions,
): Promise<PostgresClient> {
  const driver = new pg.Client({
    host: settings.host,
    port: settings.tcpPort,
    database: settings.database,
    user: settings.user,
    // as a function, so that neither the environment nor a password file is asked for an empty one
    password: () => settings.password,
    ssl,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: AS_TEXT,
  });
  // it may fail before anybody listens
  driver.on('error', () => undefined);
  try {
    await driver.connect();
    return PostgresClient.over(driver, { host: settings.host, tcpPort: settings.tcpPort, tls: ssl });
  } catch (error) {
    socketOf(driver).destroy();
    throw connectError(error, settings);
  }
}

const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY']);

function changedRows(result: pg.QueryResult): number {
  return CHANGING.has(result.command) ? (result.rowCount ?? 0) : 0;
}
