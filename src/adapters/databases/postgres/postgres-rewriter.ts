import { DatabaseError } from '../database-adapter.js';
import type {
  BatchWrite,
  PartitionClaim,
  PartitionCursor,
  RewriteFacts,
  RewriteWork,
  TableName,
  TableRewriter,
  TableScan,
} from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import { bindArray } from './postgres-bind-array.js';
import type { ColumnBinding } from './postgres-bindings.js';
import { loadBindings } from './postgres-bindings.js';
import { bringBack, takeAway } from './postgres-carried.js';
import type { PostgresClient } from './postgres-client.js';
import { copyRows, emptyTable } from './postgres-old-rows.js';
import type { OldRows } from './postgres-old-rows.js';
import type { PostgresProgress } from './postgres-progress.js';
import { AWAIT_DISK } from './postgres-progress.js';
import { describeRewrite } from './postgres-rewrite-facts.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';
import { RefusedBatch, ROW_ADDRESS, TID_BINDING } from './postgres-whole-table.js';
import { explainRefusal } from './postgres-value-faults.js';
import { refuseUnreadable } from './postgres-writer.js';

const CURSOR = 'vizard_rows';

/** Before the first row, and after the last. */
const FIRST_ADDRESS = '(0,0)';
const LAST_ADDRESS = '(4294967295,65535)';

/**
 * A short stretch of rows meets the values of one batch: each row looks its values up in memory. Stretches must be read
 * in the order of their addresses, from the start.
 */
const PLANS =
  'SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off; SET LOCAL synchronize_seqscans = off';

interface Filling {
  readonly scan: TableScan;
  readonly work: RewriteWork;
  readonly bindings: readonly ColumnBinding[];
  readonly old: OldRows;
}

/**
 * Copies the rows aside, empties the table, and fills it again from the copy and the masked values, page by page: while
 * one page is masked here, the server writes the one before. See ADR 9.
 */
export class PostgresRewriter implements TableRewriter {
  constructor(
    private readonly client: PostgresClient,
    private readonly progress: PostgresProgress,
    private readonly unknownEncoding: boolean,
  ) {}

  describe(table: TableName): Promise<RewriteFacts> {
    return describeRewrite(this.client, table);
  }

  async rewrite(
    claim: PartitionClaim | null,
    scan: TableScan,
    work: RewriteWork,
  ): Promise<PartitionCursor | null> {
    const names = work.writeColumns.map((column) => column.name);
    const bindings = await loadBindings(this.client, scan.table, names);
    await this.client.execute('BEGIN');
    try {
      const end = await this.inside(claim, scan, work, bindings);
      await this.client.execute(end === null ? 'ROLLBACK' : 'COMMIT');
      return end;
    } catch (error) {
      await this.client.execute('ROLLBACK').catch(() => undefined);
      const { reason, batch } =
        error instanceof RefusedBatch ? error : { reason: error, batch: batchOf(scan, work, []) };
      throw await explainRefusal(this.client, reason, batch, [TID_BINDING, ...bindings]);
    }
  }

  private async inside(
    claim: PartitionClaim | null,
    scan: TableScan,
    work: RewriteWork,
    bindings: readonly ColumnBinding[],
  ): Promise<PartitionCursor | null> {
    const { table } = scan;
    await this.client.execute(AWAIT_DISK);
    if (claim !== null) {
      await this.progress.lock(claim);
    }
    await this.client.execute(`LOCK TABLE ${quoteTable(table)} IN ACCESS EXCLUSIVE MODE`);
    const { refusals } = await this.describe(table);
    if (refusals.length > 0) {
      throw new DatabaseError(
        'not_rewritable',
        `the table cannot be written anew: ${refusals.join('; ')}`,
        false,
      );
    }
    const found = await this.client.query(
      'SELECT relkind FROM pg_catalog.pg_class WHERE oid = $1::regclass',
      [quoteTable(table)],
    );
    const inParts = found.rows[0]?.[0] === 'p';
    const carried = await takeAway(this.client, table);
    const old = await copyRows(this.client, scan, inParts);
    await emptyTable(this.client, table, inParts);
    const end = await this.fill({ scan, work, bindings, old });
    if (end !== null) {
      await bringBack(this.client, table, carried);
      await (claim === null ? undefined : this.progress.end(claim, end));
    }
    return end;
  }

  private async fill(filling: Filling): Promise<PartitionCursor | null> {
    const { work, old } = filling;
    await this.client.execute(PLANS);
    await this.client.execute(`DECLARE ${CURSOR} NO SCROLL CURSOR FOR ${readOld(filling)}`);
    const insert = insertNew(filling);
    let [from, rowsRead, rowsWritten, inserted] = [FIRST_ADDRESS, 0, 0, 0];
    let writing: Promise<void> = Promise.resolve();
    const write = (columns: BatchWrite['columns'], upTo: string): void => {
      const batch = batchOf(filling.scan, work, columns);
      const bounds = [from, upTo];
      writing = writing.then(async () => {
        inserted += await this.insert(insert, batch, bounds, filling.bindings);
      });
      writing.catch(() => undefined);
      from = upTo;
    };
    let page = await this.nextPage(work);
    while (page.length > 0) {
      const upTo = lastAddress(page, from);
      const [columns, next] = await both(
        work.mask(page),
        writing.then(() => this.nextPage(work)),
      );
      if (columns === null) {
        return null;
      }
      rowsRead += page.length;
      rowsWritten += columns[0]?.length ?? 0;
      write(columns, upTo);
      page = next;
    }
    write([[], ...work.writeColumns.map(() => [])], LAST_ADDRESS);
    await writing;
    await this.client.execute(`CLOSE ${CURSOR}`);
    if (inserted !== old.rows) {
      const text = `${inserted} of ${old.rows} rows were written anew`;
      throw new DatabaseError('rows_vanished', text, false);
    }
    const columnCounts = work.counts?.();
    const counts = columnCounts === undefined ? {} : { columnCounts };
    return { lastKey: [''], rowsRead, rowsWritten, ...counts };
  }

  private async nextPage(work: RewriteWork): Promise<readonly RowText[]> {
    const limit = Math.trunc(work.pageRows());
    return (await this.client.query(`FETCH FORWARD ${limit} FROM ${CURSOR}`)).rows;
  }

  private async insert(
    sql: string,
    batch: BatchWrite,
    bounds: readonly string[],
    bindings: readonly ColumnBinding[],
  ): Promise<number> {
    if (this.unknownEncoding) {
      refuseUnreadable(batch);
    }
    const [addresses = [], ...texts] = batch.columns;
    const values = [
      bindArray(addresses, TID_BINDING),
      ...texts.map((each, at) => bindArray(each, bindings[at])),
    ];
    try {
      return (await this.client.query(sql, [...values, ...bounds])).rowCount;
    } catch (error) {
      throw new RefusedBatch(error, batch);
    }
  }
}

/** Waits for both, also where one fails: nothing else may be asked of the server before it has answered. */
async function both<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

function batchOf(
  { table }: TableScan,
  { writeColumns }: RewriteWork,
  columns: BatchWrite['columns'],
): BatchWrite {
  const cursor = { lastKey: null, rowsRead: 0, rowsWritten: 0 };
  return { table, keyColumns: [ROW_ADDRESS], writeColumns, columns, cursor };
}

/** Rows that the condition picked, in the order of their addresses. */
function readOld({ scan, old }: Filling): string {
  const columns = scan.readColumns.map(({ name, rowAddress }) =>
    rowAddress === true ? (old.place ?? 'ctid') : quoteIdentifier(name),
  );
  const some = old.picked === null ? '' : ` WHERE ${old.picked}`;
  return `SELECT ${[...columns, 'ctid'].join(', ')} FROM ${old.name}${some}`;
}

/** A stretch of old rows, those of the batch with their new values. */
function insertNew({ scan, bindings, old }: Filling): string {
  const elements = bindings.map(
    ({ unnestable, type }, index) =>
      `, pg_catalog.unnest($${index + 2}::${unnestable ? type : 'text'}[]) AS c${index + 1}`,
  );
  const fresh = new Map(
    bindings.map(({ column, unnestable, type }, index) => [
      column,
      `CASE WHEN x.place IS NULL THEN o.${column} ELSE x.c${index + 1}${unnestable ? '' : `::${type}`} END`,
    ]),
  );
  const columns = old.columns.map(quoteIdentifier);
  const values = columns.map((column) => fresh.get(column) ?? `o.${column}`);
  const bounds = bindings.length + 2;
  return `INSERT INTO ${quoteTable(scan.table)} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${values.join(', ')} FROM ${old.name} AS o
    LEFT JOIN (SELECT pg_catalog.unnest($1::tid[]) AS place${elements.join('')}) AS x ON x.place = o.ctid
    WHERE o.ctid > $${bounds}::tid AND o.ctid <= $${bounds + 1}::tid`;
}

/** Pages must come in the order of addresses: a row that came too late would have been carried over as it is. */
function lastAddress(page: readonly RowText[], after: string): string {
  let last = after;
  for (const row of page) {
    const address = row.at(-1) ?? '';
    if (!isBefore(last, address)) {
      throw new DatabaseError(
        'server_fault',
        'the server did not read the rows in the order they lie in',
        false,
      );
    }
    last = address;
  }
  return last;
}

function isBefore(one: string, other: string): boolean {
  const [block = 0, place = 0] = one.slice(1, -1).split(',').map(Number);
  const [otherBlock = 0, otherPlace = 0] = other.slice(1, -1).split(',').map(Number);
  return block < otherBlock || (block === otherBlock && place < otherPlace);
}
