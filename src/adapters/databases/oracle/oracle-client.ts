import oracledb from 'oracledb';
import type { RowText } from '../../../engine/index.js';
import type { DatabaseSettings } from '../database-adapter.js';
import { ServerError, withinTime } from '../sql/server-error.js';
import type { TextClient } from '../sql/text-client.js';
import { lostConnection, READ_ONLY, toError } from '../sql/verdicts.js';
import { connectError } from './oracle-connect-errors.js';
import type { ServerFault } from './oracle-errors.js';
import { toDatabaseError } from './oracle-errors.js';
import type { TypeFacts } from './oracle-types.js';
import { connectDescriptor, readOracleOptions } from './oracle-options.js';

const CONNECT_TIMEOUT_MS = 9_500;
const CLOSE_TIMEOUT_MS = 1_000;

/** A column of bind variables: its type, and the longest value. */
export interface BindColumn {
  readonly type: oracledb.DbType;
  readonly maxSize: number;
}

/** A column of a query's result. Texts: no longer than this. */
export interface QueryColumn extends TypeFacts {
  readonly name: string;
}

type Bound = string | Buffer | null;

/** What the driver makes of what our statements select. */
type Cell = string | number | Buffer | null | undefined;

/** A thin hold on the driver: text in, text out, `DatabaseError` for every failure. */
export class OracleClient implements TextClient {
  private broken = false;
  private closing = false;
  private inTransaction = false;
  private readOnly = false;
  private underWay: Promise<unknown> | null = null;

  private constructor(private readonly driver: oracledb.Connection) {}

  static async connect(settings: DatabaseSettings): Promise<OracleClient> {
    const options = readOracleOptions(settings.engineOptions);
    const connecting = oracledb.getConnection({
      user: settings.user,
      password: settings.password,
      connectString: connectDescriptor(settings, options),
      ...(options.wallet === null ? {} : { walletContent: options.wallet }),
      ...(options.walletPassword === null ? {} : { walletPassword: options.walletPassword }),
    });
    try {
      return new OracleClient(await inTime(connecting));
    } catch (error) {
      throw connectError(error, settings);
    }
  }

  /** From here on this session refuses to write. */
  refuseWrites(): void {
    this.readOnly = true;
  }

  async query(sql: string): Promise<readonly RowText[]> {
    const { rows = [] } = await this.run(() =>
      this.driver.execute<Cell[]>(sql, [], {
        outFormat: oracledb.OUT_FORMAT_ARRAY,
        fetchTypeHandler,
        fetchArraySize: 1_000,
        maxRows: 0,
        autoCommit: false,
      }),
    );
    return rows.map((row) => row.map(toText));
  }

  queryTexts(sql: string): Promise<readonly RowText[]> {
    return this.query(sql);
  }

  async execute(sql: string): Promise<number> {
    this.refuseIfReadOnly();
    const { rowsAffected } = await this.run(() =>
      this.driver.execute(sql, [], { autoCommit: !this.inTransaction }),
    );
    return rowsAffected ?? 0;
  }

  /** One statement for many rows, in one round trip; returns the rows that it found to change. */
  async executeMany(
    sql: string,
    rows: readonly (readonly Bound[])[],
    columns: readonly BindColumn[],
  ): Promise<number> {
    this.refuseIfReadOnly();
    const { rowsAffected } = await this.run(() =>
      this.driver.executeMany(
        sql,
        rows.map((row) => [...row]),
        { bindDefs: columns.map((column) => ({ ...column })), autoCommit: !this.inTransaction },
      ),
    );
    return rowsAffected ?? 0;
  }

  /** Read and planned by the server, and not carried out. */
  async check(sql: string): Promise<void> {
    await this.run(() => this.driver.getStatementInfo(sql));
  }

  /** Columns of what a query would give; nothing is carried out. */
  async describe(sql: string): Promise<readonly QueryColumn[]> {
    const { metaData = [] } = await this.run(() => this.driver.getStatementInfo(sql));
    return metaData.map(({ name, dbTypeName = '', byteSize = null, precision = null, scale = null }) => ({
      ...{ name, dataType: dbTypeName, characters: byteSize, bytes: byteSize },
      ...{ precision: precision === 0 ? null : precision, scale: precision === 0 ? null : scale },
    }));
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    this.inTransaction = true;
    try {
      const result = await work();
      await this.run(() => this.driver.commit());
      return result;
    } catch (error) {
      await this.run(() => this.driver.rollback()).catch(() => undefined);
      throw error;
    } finally {
      this.inTransaction = false;
    }
  }

  async close(): Promise<void> {
    const { underWay } = this;
    this.closing = true;
    if (underWay !== null && !this.broken) {
      await withinTime(
        this.driver.break().catch(() => undefined),
        CLOSE_TIMEOUT_MS,
      );
      await withinTime(underWay, CLOSE_TIMEOUT_MS);
    }
    this.broken = true;
    await withinTime(
      this.driver.close({ drop: true }).catch(() => undefined),
      CLOSE_TIMEOUT_MS,
    );
  }

  private refuseIfReadOnly(): void {
    if (this.readOnly) {
      throw toError(READ_ONLY, '');
    }
  }

  private async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.broken || this.closing) {
      throw lostConnection();
    }
    const sent = call();
    this.underWay = sent.catch(() => undefined);
    try {
      return await sent;
    } catch (error) {
      const told = toDatabaseError(error);
      this.broken ||= told.code === 'lost_connection';
      // What a call that we cut off ourselves ends with depends on the moment; to the caller it is all the same.
      throw this.isCutOff() ? lostConnection() : new ServerError(error as ServerFault, told);
    } finally {
      this.underWay = null;
    }
  }

  /** Closing may have begun while a call was under way. */
  private isCutOff(): boolean {
    return this.closing;
  }
}

/** The driver knows no limit for a server that accepts a connection and never says a word. */
async function inTime(connecting: Promise<oracledb.Connection>): Promise<oracledb.Connection> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error('No answer in time.'), { code: 'ETIMEDOUT' }));
      // one that opens after all is of use to nobody
      connecting
        .then(
          (connection) => connection.close({ drop: true }),
          () => undefined,
        )
        .catch(() => undefined);
    }, CONNECT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([connecting, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Large values whole; numbers as the texts that they are. */
function fetchTypeHandler({ dbType }: oracledb.Metadata<unknown>): oracledb.FetchTypeResponse | undefined {
  if (dbType === oracledb.DB_TYPE_CLOB || dbType === oracledb.DB_TYPE_NCLOB) {
    return { type: oracledb.STRING };
  }
  if (dbType === oracledb.DB_TYPE_NUMBER) {
    return { type: oracledb.STRING };
  }
  return dbType === oracledb.DB_TYPE_BLOB ? { type: oracledb.BUFFER } : undefined;
}

function toText(value: Cell): string | null {
  if (value === null || value === undefined) {
    return null;
  }
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value);
}
