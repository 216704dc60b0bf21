import { DatabaseError } from '../database-adapter.js';
import type { TableDescription, TableName } from '../database-adapter.js';
import { selfUpdatingColumns } from './mysql-catalog.js';
import type { MysqlClient } from './mysql-client.js';
import { whereClause } from '../sql/sql-dialect.js';
import { quoteIdentifier, quoteTable } from './mysql-sql.js';

/** What a replacement needs to know of its table. */
export interface ReplacedTable {
  readonly table: TableName;
  /** All columns that can be written, by their catalog names. */
  readonly columns: readonly string[];
  /** Of the rows that are replaced; null: all. */
  readonly where: string | null;
}

/**
 * Changes rows by taking them out and putting them back changed, all in one transaction: so values that are unique can be
 * permuted, which the server refuses while it changes row by row, and rows without a key can be changed at all. The rows
 * wait in a temporary table of this session, which ends with it whatever happens.
 */
export class MysqlReplacement {
  constructor(
    private readonly client: MysqlClient,
    /** The temporary table, quoted. */
    readonly copy: string,
    private readonly replaced: ReplacedTable,
  ) {}

  /** Before the transaction begins. `numbered`: a first column with numbers; its name must be none of the table's. */
  async create(numbered: string | null = null): Promise<void> {
    const number =
      numbered === null ? [] : [`${quoteIdentifier(numbered)} bigint AUTO_INCREMENT PRIMARY KEY`];
    const clocks = await this.client.query(selfUpdatingColumns(this.replaced.table));
    // Columns that follow the clock would do so in the copy, too.
    const declared = clocks.map(
      ([name, type]) => `${quoteIdentifier(name ?? '')} ${type ?? ''} NULL DEFAULT NULL`,
    );
    const columns = [...number, ...declared];
    await this.client.execute(
      `CREATE TEMPORARY TABLE ${this.copy} ${columns.length === 0 ? '' : `(${columns.join(', ')})`} ENGINE=InnoDB
       AS SELECT ${this.list} FROM ${this.name} LIMIT 0`,
    );
  }

  /** Inside the transaction. With `lock` nobody else can change or add rows of the table until its end. */
  fill(lock: boolean): Promise<number> {
    const rows = `SELECT ${this.list} FROM ${this.name}${whereClause(this.replaced.where, [])}`;
    return this.client.execute(`INSERT INTO ${this.copy} (${this.list}) ${rows}${lock ? ' FOR UPDATE' : ''}`);
  }

  /** Inside the transaction and `withLooseChecks`: what is in the copy takes the place of the rows. */
  async swap(rows: number, checksReferences: boolean): Promise<void> {
    const gone = await this.client.execute(`DELETE FROM ${this.name}${whereClause(this.replaced.where, [])}`);
    if (checksReferences) {
      await this.client.execute('SET SESSION foreign_key_checks = 1');
    }
    const back = await this.client.execute(
      `INSERT INTO ${this.name} (${this.list}) SELECT ${this.list} FROM ${this.copy}`,
    );
    if (gone !== rows || back !== rows) {
      const text = `${gone} rows of ${this.name} were taken out and ${back} put back, instead of ${rows}`;
      throw new DatabaseError('rows_vanished', text, false);
    }
  }

  async drop(): Promise<void> {
    await this.client.execute(`DROP TEMPORARY TABLE IF EXISTS ${this.copy}`);
  }

  private get name(): string {
    return quoteTable(this.replaced.table);
  }

  private get list(): string {
    return this.replaced.columns.map(quoteIdentifier).join(', ');
  }
}

/** Columns that hold what a row is: the others are made of them. */
export function ownColumns({ columns }: TableDescription): readonly string[] {
  return columns.filter(({ writable }) => writable).map(({ name }) => name);
}

/**
 * While `work` runs, rows may go though others refer to them, and a number 0 stays what it is. These are settings of the
 * session: one that breaks off takes them along.
 */
export async function withLooseChecks<T>(client: MysqlClient, work: () => Promise<T>): Promise<T> {
  const [[before = null] = []] = await client.query('SELECT @@SESSION.sql_mode');
  await client.execute(
    `SET SESSION foreign_key_checks = 0, sql_mode = CONCAT(@@SESSION.sql_mode, ',NO_AUTO_VALUE_ON_ZERO')`,
  );
  try {
    return await work();
  } finally {
    await client
      .execute(`SET SESSION foreign_key_checks = 1, sql_mode = '${before ?? ''}'`)
      .catch(() => undefined);
  }
}

/** One transaction over one snapshot, in which gaps between rows can be locked, too. */
export async function inSnapshot<T>(client: MysqlClient, work: () => Promise<T>): Promise<T> {
  await client.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  return client.transaction(work);
}
