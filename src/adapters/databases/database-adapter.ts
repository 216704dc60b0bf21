import type { ColumnShape, RowText } from '../../engine/index.js';
import type { ColumnCounts } from './column-counts.js';
import type { KeyRewriter } from './key-rewriting.js';
import type { GroupCounts, GroupOrder } from './row-groups.js';
import type { SchemaCatalog } from './schema-catalog.js';
import type { TableStatistics } from './table-statistics.js';
import type { PartitionClaim, ProgressTable, TableName } from './target-names.js';

export type { ColumnCounts } from './column-counts.js';
export type { PartitionClaim, ProgressTable, TableName } from './target-names.js';

/** Address and credentials of a target database, decrypted. Never logged. */
export interface DatabaseSettings {
  readonly host: string;
  readonly tcpPort: number;
  readonly database: string;
  /** What the listener calls the database, where that is not `database`; Oracle's alone. */
  readonly serviceName?: string;
  readonly user: string;
  readonly password: string;
  /** Default schema for names written without one; empty: the database's own default. */
  readonly schema: string;
  /** Engine-specific: TLS and the like, checked by the adapter. */
  readonly engineOptions: Readonly<Record<string, unknown>>;
  readonly readOnly: boolean;
}

/** A kind of database: a small family of files with the same stem. Core code asks flags, never names. */
export interface DatabaseAdapter {
  readonly capabilities: DatabaseCapabilities;
  /**
   * Opens one session. `name` is shown in the server's process list.
   * Throws `DatabaseError` (`unreachable`, `refused`, `bad_credentials`, `unknown_database` …) without any secret.
   */
  open(settings: DatabaseSettings, name: string, options?: SessionOptions): Promise<DatabaseSession>;
}

export interface SessionOptions {
  /** How long a statement waits for another session's lock before it fails with `lock_timeout`. */
  readonly lockWaitMs?: number;
  /**
   * Others of these settings and this name follow soon: the adapter may keep the connection for them for a moment. What
   * was written is counted (`writeCounters`) when the session is closed, in any case.
   */
  readonly isFollowed?: boolean;
}

export interface DatabaseCapabilities {
  /** DDL and `run_sql` may stand in a transaction together with the bookkeeping row. */
  readonly transactionalStatements: boolean;
}

export interface TableDescription {
  readonly name: TableName;
  /** All live columns, in catalog order. */
  readonly columns: readonly TargetColumn[];
  readonly primaryKey: readonly string[];
  /** Column lists of usable unique indexes (no predicate, no expression), the primary key included. */
  readonly uniqueKeys: readonly (readonly string[])[];
  /** Columns that decide, on any level, in which partition a row lies: an UPDATE of them may move it. */
  readonly partitionColumns: readonly string[];
  /** Names of enabled user triggers that fire when rows are masked. */
  readonly updateTriggers: readonly string[];
  /** Names of enabled rewrite rules that put something else in the place of an UPDATE, or beside it. */
  readonly updateRules: readonly string[];
  /** From the statistics; a hint for splitting, never a count. */
  readonly estimatedRows: number;
  readonly canSelect: boolean;
  readonly canUpdate: boolean;
  /** Anything that makes masking in place impossible or risky: foreign table, view, partition child … */
  readonly relationKind: 'table' | 'partitioned_table' | 'view' | 'foreign_table' | 'other';
  /** Row-level security filters what this user sees. */
  readonly rowSecurityApplies: boolean;
  /** Why rows of such a table cannot be masked in place safely, beyond all the above; null: nothing is known. */
  readonly refusal: string | null;
}

export interface TargetColumn extends ColumnShape {
  /** Stays with the column whatever it is called, and no other column ever has it. */
  readonly id: string;
  /** The database's own spelling, usable in a cast: `character varying(40)`, `app.mood[]`. */
  readonly typeName: string;
  /** Generated or identity-always: may be read, not written. */
  readonly writable: boolean;
  /** Computed from other columns: it follows them by itself. */
  readonly generated: boolean;
  /** Takes part in a foreign key, on either side. */
  readonly inForeignKey: boolean;
  /** An index or constraint, perhaps with a predicate or an expression, keeps its values different. */
  readonly inUniqueIndex: boolean;
  /** This user's rights, by the table or by the column. */
  readonly canSelect: boolean;
  readonly canUpdate: boolean;
}

/** A trigger as it was before a run touched it. Kept as JSON. */
export interface TriggerState {
  readonly table: TableName;
  readonly name: string;
  readonly state: 'enabled' | 'always';
  /** May this user switch it off, and put it back as it was? */
  readonly mayChange: boolean;
  /** All that is needed to make it again, where a trigger can only be dropped. */
  readonly text?: TriggerText;
}

export interface TriggerText {
  readonly statement: string;
  /** Settings under which the statement means what it meant. */
  readonly sqlMode: string;
  readonly charset: string;
  readonly collation: string;
}

/** An index as it was before a run dropped it, and all that is needed to build it again. Kept as JSON. */
export interface IndexState {
  readonly table: TableName;
  /** In the schema of its table. */
  readonly name: string;
  /** The statement that makes it, complete but for what follows. */
  readonly definition: string;
  /** Empty: that of the database. */
  readonly tablespace: string;
  readonly comment: string | null;
  /** Of its columns that have targets of their own: their numbers and these. */
  readonly statisticsTargets: readonly (readonly [column: number, target: number])[];
  /** Of its table, those that it needs, also in expressions and conditions. Notes of earlier versions lack them. */
  readonly columns?: readonly string[];
}

/** Indexes that cost more while rows are masked than to be built again. */
export interface IndexChanges {
  /**
   * Of a table, those that hold any of `columns` and that nothing rests on: they forbid nothing, do not begin with one of
   * `key`, run no function that somebody wrote, and this user may drop them and build them again.
   */
  readIndexes(
    table: TableName,
    columns: readonly string[],
    key: readonly string[],
  ): Promise<readonly IndexState[]>;
  /** All or none; does not wait for long for others who use the table. Note how they are before. */
  dropIndexes(indexes: readonly IndexState[]): Promise<void>;
  /** Builds an index as it was; nothing where it is there already, or its table or column is gone. */
  putIndexBack(index: IndexState): Promise<void>;
}

/** A table that a run builds for itself. Kept as JSON. */
export interface BuiltTable {
  /** As the catalog spells it, without a schema. */
  readonly name: string;
  /** Tells it from every table of the same name that is not the run's. */
  readonly marker: string;
}

export interface BuildOrder extends BuiltTable {
  readonly select: string;
}

/** A table of a run's own that says which value of a column each row of another table is dealt. */
export interface DealOrder extends BuiltTable {
  /** The rows: read in key order. */
  readonly scan: TableScan;
  /** Place in `scan.readColumns` of the column whose values are dealt out. */
  readonly position: number;
  /** Rows after which no more are looked at; null: none. */
  readonly maxRows: number | null;
  /** Fixes who gets what; a secret. */
  readonly seed: string;
  /** Rows exchange values within one pool; null: the row takes no part. */
  pool(row: RowText): number | null;
}

/** Columns of the table of a `DealOrder`: the key (`k1` …), then the value. */
export const DEALT_KEY = 'k';
export const DEALT_VALUE = 'v';

/** Rows written to a table and its parts since the server counts them, by anybody; also what was rolled back. */
export interface WriteCounters {
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
}

/** What decides whether, and at what price, a table can be emptied. */
export interface EmptyingFacts {
  readonly canTruncate: boolean;
  /** May delete, and read what would be left. */
  readonly canDelete: boolean;
  /** Names of enabled rewrite rules for DELETE. */
  readonly deleteRules: readonly string[];
  /** Foreign keys of other tables to this one or its parts. */
  readonly references: readonly TableReference[];
}

export interface TableReference {
  readonly constraint: string;
  readonly from: TableName;
  /** A DELETE of the rows that it refers to changes rows of `from`: CASCADE, SET NULL, SET DEFAULT. */
  readonly changesRows: boolean;
  /** As SQL says it: `ON DELETE CASCADE`. */
  readonly action: string;
  /** Are there rows that refer? Null: this user may not read them. */
  readonly isUsed: boolean | null;
}

/** A part of a table: rows with `after < key <= upTo` in the database's own key order. */
export interface KeyRange {
  /** Exclusive lower bound, text of each key column; null: from the start. */
  readonly after: RowText | null;
  /** Inclusive upper bound; null: to the end. */
  readonly upTo: RowText | null;
}

export interface TableScan {
  readonly table: TableName;
  /** Key columns first; see `CompiledTableMask.readColumns`. */
  readonly readColumns: readonly ScanColumn[];
  readonly keyCount: number;
  /** Sees the scanned table alone, not what is joined to it. */
  readonly where: string | null;
  /** Absent: none. */
  readonly joins?: readonly ScanJoin[];
}

export interface ScanColumn extends TargetColumn {
  /** Place in `joins` of the table that it belongs to; absent: the scanned table. Never for key columns. */
  readonly join?: number | null;
}

/**
 * A table whose columns are read beside those of the scanned one. Rows without a partner are left out, or read with NULL
 * (`outer`); of several partners a row is read with the first one only, in `order`, so it is never read twice. With
 * several joins it is the first of all combinations.
 */
export interface ScanJoin {
  readonly table: TableName;
  readonly targetKey: readonly TargetColumn[];
  /** Place in `joins` of the table whose columns `sourceKey` are; null: the scanned table. */
  readonly source: number | null;
  readonly sourceKey: readonly TargetColumn[];
  readonly outer: boolean;
  /** Columns of the joined table that put its rows in an order. */
  readonly order: readonly TargetColumn[];
}

export interface BatchWrite {
  readonly table: TableName;
  readonly keyColumns: readonly TargetColumn[];
  readonly writeColumns: readonly TargetColumn[];
  /**
   * One array per key column, then one per write column, all of equal length: texts of the rows that change, in the key
   * order in which they were read.
   */
  readonly columns: readonly (readonly (string | null)[])[];
  /** Where the partition stands once this batch is committed. */
  readonly cursor: PartitionCursor;
  /**
   * Given where triggers may undo the work: the rows are looked at again before they are committed, and where old values
   * are back, the batch fails with `value_put_back`. An adapter that cannot passes it over.
   */
  readonly readBack?: ReadBack;
}

export interface ReadBack {
  /** One array per write column: the texts before masking, in the order of `columns`. */
  readonly before: readonly (readonly (string | null)[])[];
  /**
   * Asked in the transaction of the batch where there are values that are neither what was written nor what was there, with
   * how many by write column: where the partition stands with these counted.
   */
  counted(altered: readonly number[]): PartitionCursor;
}

/** What is to be done with a table that is walked in one transaction. */
export interface WholeTableWork {
  readonly writeColumns: readonly TargetColumn[];
  readonly batchSize: number;
  /** Rows after which the walk ends; null: none. */
  readonly maxRows: number | null;
  /** Reads only. */
  readonly dryRun: boolean;
  /** What of a page changes; null: stop. The cursor counts all pages so far. */
  mask(page: readonly RowText[]): Promise<BatchWrite | null>;
}

export interface PartitionCursor {
  /** Key of the last row handled; null: nothing yet. */
  readonly lastKey: RowText | null;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  /** Of the rows read so far; absent: not known, or nobody counts. */
  readonly columnCounts?: readonly ColumnCounts[];
}

/**
 * One connection: make one call at a time on it. To overlap reading with writing, open a session for each; they share
 * nothing but the database. `run_sql` text may change a session's settings, so give it a session of its own.
 */
export interface DatabaseSession {
  /** Product and version, for the log. */
  readonly serverVersion: string;
  /**
   * What says where a row lies, and can be named as the key of a table that has none. It is only good for `writeWhole`.
   * Null: this database has nothing like it.
   */
  readonly rowAddress: TargetColumn | null;

  /** Resolves a name as written (schema, quotes, case folding); null: no such table. */
  resolveTable(written: string): Promise<TableName | null>;
  /** What a column name as written is compared by, without looking it up: see `foldColumnName`. */
  foldIdentifier(written: string): string;
  /** The same for a column's name in the catalog: where the case of names does not count, it loses it. */
  foldColumnName(name: string): string;
  /** The name that a table gets which is made under a name as written, without a schema. */
  foldTableName(written: string): string;
  describeTable(name: TableName): Promise<TableDescription>;
  describeEmptying(name: TableName): Promise<EmptyingFacts>;

  /** Are the key columns free of NULL and of duplicates over the scanned rows? */
  checkKey(table: TableName, key: readonly string[]): Promise<{ nulls: boolean; duplicates: boolean }>;
  /** Up to `parts` ranges of about equal size that together hold every row exactly once. */
  splitByKey(scan: TableScan, parts: number): Promise<readonly KeyRange[]>;
  /** Of `joins` those that are not `outer` count only rows that have a partner. */
  countRows(table: TableName, where: string | null, joins?: readonly ScanJoin[]): Promise<number>;
  /** Exact, in one statement: however many groups there are, the server keeps them and this program counts none. */
  countGroups(table: TableName, order: GroupOrder): Promise<GroupCounts>;
  /**
   * Null: the server does not count. What closed sessions did is in it; what open ones did may come late, so a
   * difference proves that something was written, and equality proves nothing.
   */
  writeCounters(table: TableName): Promise<WriteCounters | null>;
  /** Absent: what is kept about values is the server's own business. */
  readonly statistics?: TableStatistics;
  /** Checks a `where` text against the table without reading rows. Throws `DatabaseError('bad_where')`. */
  checkWhere(table: TableName, where: string): Promise<void>;
  /** Checks that the scan's keys can be compared, without reading rows. Throws `DatabaseError('bad_join')`. */
  checkJoins(scan: TableScan): Promise<void>;
  /**
   * Why `runStatement` would refuse a text, as far as it is known without the server: an open quote, or a statement
   * that begins or ends a transaction. Null: nothing is known against it.
   */
  statementProblem(sql: string): string | null;

  /**
   * Up to `limit` rows of the range in key order. Text exactly as the server writes it.
   * An empty page is the end.
   */
  readPage(scan: TableScan, range: KeyRange, limit: number): Promise<readonly RowText[]>;

  /** Creates the run's bookkeeping table unless it exists; false: this user may not create tables. */
  createProgressTable(progress: ProgressTable): Promise<boolean>;
  dropProgressTable(progress: ProgressTable): Promise<void>;
  /**
   * Ends every claim, waits for open batches, and gives the committed cursors by partition; empty without the table.
   * Nobody can write under it any more.
   */
  endClaims(progress: ProgressTable): Promise<ReadonlyMap<number, PartitionCursor>>;
  /** Takes the partition over: waits for an open batch of the former holder, then returns the committed cursor. */
  claimPartition(claim: PartitionClaim): Promise<PartitionCursor>;

  /**
   * One transaction: update the rows by key, advance the cursor, commit. Throws `DatabaseError('rows_vanished')` and
   * writes nothing when a row was not found; `claim_lost` when another worker took over. Without rows it moves the
   * cursor alone. A null claim: this user may not create the bookkeeping table, and the caller keeps the cursor. Gives the
   * cursor: that of the batch, or what its `readBack` made of it.
   */
  writeBatch(claim: PartitionClaim | null, batch: BatchWrite): Promise<PartitionCursor>;

  /**
   * Walks a table by row address, the one key column of the scan: one snapshot, one transaction, so all or nothing. Rows
   * that somebody else changed meanwhile end it with a transient error. Gives the cursor, which the claim keeps too, with
   * a `lastKey` that is not null; null when `work.mask` asked to stop, and nothing is changed then.
   */
  writeWhole(
    claim: PartitionClaim | null,
    scan: TableScan,
    work: WholeTableWork,
  ): Promise<PartitionCursor | null>;

  /**
   * Makes all batches of the claim outlast a crash of the database server, which it need not promise for each by itself.
   * Call it before recording the partition as done anywhere else. Throws `claim_lost` when another worker took over.
   */
  settlePartition(claim: PartitionClaim): Promise<void>;

  /**
   * Runs SQL text exactly once under the claim (cursor row marks it done in the same transaction where the database
   * allows). Returns the number of affected rows. Does nothing and returns null when the cursor says it is done.
   */
  runStatement(claim: PartitionClaim | null, sql: string): Promise<number | null>;
  /**
   * Empties a table under the claim, by TRUNCATE, else by DELETE; says which. Throws `would_cascade` and changes nothing
   * when the DELETE would change rows of other tables, `not_emptied` when it would leave rows.
   */
  truncateTable(
    claim: PartitionClaim | null,
    table: TableName,
  ): Promise<'truncate' | 'delete' | 'already_done'>;

  /** What there is in the database, for discovery. */
  readonly catalog: SchemaCatalog;

  /** Rewrites keys with all that refers to them; null: not on this kind of database. */
  readonly keys: KeyRewriter | null;

  /** Writes whole tables anew; absent: not on this kind of database. */
  readonly rewriter?: TableRewriter;

  /** Null: this database's tables and triggers are left as they are. */
  readonly changes: TargetChanges | null;

  /** Gives the connection back. Never throws, never hangs; a call still under way fails with `lost_connection`. */
  close(): Promise<void>;
}

/** What it would mean to write a table anew. */
export interface RewriteFacts {
  /** Why it cannot be done, as sentences. */
  readonly refusals: readonly string[];
  /** Tables that are locked with it until the end: those that it has foreign keys from or to. */
  readonly locks: readonly TableName[];
  /** Triggers that would fire in place, and do not when the table is written anew. */
  readonly silentTriggers: readonly string[];
}

export interface RewriteWork {
  readonly writeColumns: readonly TargetColumn[];
  /** Rows of the next page. */
  pageRows(): number;
  /**
   * What of a page changes; null: stop. Each row of the page ends with an address, and the first of the arrays given
   * back holds the addresses of the rows that change, the others their new texts by write column.
   */
  mask(page: readonly RowText[]): Promise<readonly (readonly (string | null)[])[] | null>;
  /** Of all pages so far, for the cursor; absent: nobody counts. */
  counts?(): readonly ColumnCounts[] | undefined;
}

/**
 * Writes a whole table anew, which leaves no dead rows behind. The table stays the one it was, with all that hangs on
 * it. Everybody else waits until the end; whatever dies, the table is the old one or the new one.
 */
export interface TableRewriter {
  /** Only reads. */
  describe(table: TableName): Promise<RewriteFacts>;
  /**
   * One transaction. Rows that the scan's condition leaves out are carried over as they are; joins are not possible. Gives
   * the cursor, which the claim keeps too, with a `lastKey` that is not null; null when `work.mask` asked to stop.
   * Throws `not_rewritable` with the reasons, `rows_vanished`, `constraint_violation` … and then has changed nothing.
   */
  rewrite(claim: PartitionClaim | null, scan: TableScan, work: RewriteWork): Promise<PartitionCursor | null>;
}

/** What a run may change in the target for a while. Whoever uses it notes before what has to be changed back. */
export interface TargetChanges {
  /**
   * Enabled triggers that fire when rows are masked, of the table and each of its parts. They are put back in the reverse
   * of this order.
   */
  readTriggers(table: TableName): Promise<readonly TriggerState[]>;
  /** Note how they are before: where it cannot be all or none, some are off when it fails. */
  switchTriggersOff(triggers: readonly TriggerState[]): Promise<void>;
  /** Makes a trigger fire as it did; nothing where it does not exist any more. */
  putTriggerBack(trigger: TriggerState): Promise<void>;

  /** Absent: indexes of this kind of database stay. */
  readonly indexes?: IndexChanges;

  /** Columns that the result of a query would have, which may read the tables `built` as if they were there. */
  describeQuery(select: string, built: readonly BuildOrder[]): Promise<readonly TargetColumn[]>;
  /**
   * Fills a new table with the result of a query, in one transaction and once however often asked: gives its rows, null
   * when it had been built before. Throws `table_exists` where there is another of that name.
   */
  buildTable(claim: PartitionClaim | null, order: BuildOrder): Promise<number | null>;
  /**
   * Deals the values of a column out anew and keeps who gets what in a table, in one transaction and once however often
   * asked: gives its rows, null when it had been built before. Memory is bounded, whatever the number of rows.
   */
  dealColumn(claim: PartitionClaim | null, order: DealOrder): Promise<number | null>;
  /** Drops the table if it is there and carries the marker. */
  dropBuiltTable(table: BuiltTable): Promise<void>;
}

/** A database said no, or could not be asked. Message and fields never hold data values or secrets. */
export class DatabaseError extends Error {
  constructor(
    /** Stable: `unreachable`, `bad_credentials`, `constraint_violation`, `claim_lost`, `rows_vanished` … */
    readonly code: string,
    message: string,
    /** True when trying again may help: deadlock, serialization failure, lost connection. */
    readonly transient: boolean,
    /** The database's own code: SQLSTATE and the like. */
    readonly engineCode: string | null = null,
  ) {
    super(message);
    this.name = 'DatabaseError';
  }
}

/** Whoever claimed a partition later has it now: its former holder may not write any more. */
export function claimLost(): DatabaseError {
  return new DatabaseError('claim_lost', 'another worker has taken this partition over', false);
}
