import { parquetFault } from './parquet-faults.js';
import { quoteText } from './parquet-sql.js';
import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBScalarFunction,
} from '@duckdb/node-api';

/** What DuckDB may use; the masking process needs some memory besides. */
const MEMORY_LIMIT = '256MB';
const THREADS = 2;

/** Rows as DuckDB gives them for JSON: numbers beyond doubles and decimals are strings. */
export type DuckRow = Readonly<Record<string, string | number | boolean | null>>;

/** The parts of DuckDB's package that are used, loaded when the first Parquet file comes: it is large. */
export type DuckDb = typeof import('@duckdb/node-api');

/** One private DuckDB, in memory, which reads and writes Parquet files and nothing else. Close it. */
export class ParquetSession {
  private constructor(
    readonly duckDb: DuckDb,
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
  ) {}

  /** `scratch`: where DuckDB may put what does not fit into memory; null: nowhere. */
  static async open(scratch: string | null): Promise<ParquetSession> {
    const duckDb = await import('@duckdb/node-api');
    const instance = await duckDb.DuckDBInstance.create(':memory:', {
      ...{ memory_limit: MEMORY_LIMIT, threads: String(THREADS), preserve_insertion_order: 'true' },
      // No network, no code that is not in the package.
      ...{ autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' },
      ...{ allow_community_extensions: 'false', temp_directory: scratch ?? '' },
    });
    const session = new ParquetSession(duckDb, instance, await instance.connect());
    await session.rows(`SET TimeZone = ${quoteText('UTC')}`);
    await session.rows('SET lock_configuration = true');
    return session;
  }

  /** Throws `FormatError` where the file is the reason. */
  async rows(sql: string): Promise<readonly DuckRow[]> {
    try {
      return (await this.connection.runAndReadAll(sql)).getRowObjectsJson() as readonly DuckRow[];
    } catch (error) {
      throw parquetFault(error);
    }
  }

  /** What a query gives, page by page and in order. Throws `FormatError` where the file is the reason. */
  async *pages(sql: string): AsyncGenerator<DuckDBDataChunk, void, void> {
    try {
      const result = await this.connection.stream(sql);
      // At its end a result gives empty pages for ever.
      for (let page = await result.fetchChunk(); page !== null && page.rowCount > 0;) {
        yield page;
        page = await result.fetchChunk();
      }
    } catch (error) {
      throw parquetFault(error);
    }
  }

  register(scalarFunction: DuckDBScalarFunction): void {
    this.connection.registerScalarFunction(scalarFunction);
  }

  /** Ends the statement that is running. */
  interrupt(): void {
    this.connection.interrupt();
  }

  close(): void {
    this.connection.closeSync();
    this.instance.closeSync();
  }
}
