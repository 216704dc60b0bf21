import { DatabaseError } from '../database-adapter.js';
import type {
  BatchWrite,
  PartitionClaim,
  PartitionCursor,
  TableScan,
  TargetColumn,
  WholeTableWork,
} from '../database-adapter.js';
import type { ColumnBinding } from './postgres-bindings.js';
import { loadBindings } from './postgres-bindings.js';
import type { PostgresClient } from './postgres-client.js';
import { joinedPage, loadJoins } from './postgres-joins.js';
import type { PostgresProgress } from './postgres-progress.js';
import { AWAIT_DISK } from './postgres-progress.js';
import { quoteIdentifier, quoteTable, whereClause } from './postgres-sql.js';
import { arrayLiteral } from './postgres-arrays.js';
import { explainRefusal } from './postgres-value-faults.js';

/**
 * Where a row lies. It changes with every update, so it is a key only while one snapshot is read. The name is the
 * server's own, and no column can have it.
 */
export const ROW_ADDRESS: TargetColumn = {
  ...{ id: 'ctid', name: 'ctid', typeName: 'tid', kind: 'other', nullable: false, writable: false },
  ...{ maxLength: null, numericPrecision: null, numericScale: null, generated: true, rowAddress: true },
  ...{ inForeignKey: false, inUniqueIndex: false, canSelect: true, canUpdate: false },
};

const CURSOR = 'vizard_rows';

/** Rows of different partitions may lie at the same place. Without any the place is all, so that a copy has the same. */
export const ROW_PLACE = { alone: 'ctid::text', inParts: `ctid::text || ' ' || tableoid::text` };

const HAS_PARTS = 'SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits WHERE inhparent = $1::regclass)';

/** Masks tables that have no key, each in one transaction over one snapshot. */
export class PostgresWholeTable {
  constructor(
    private readonly client: PostgresClient,
    private readonly progress: PostgresProgress,
  ) {}

  async walk(
    claim: PartitionClaim | null,
    scan: TableScan,
    work: WholeTableWork,
  ): Promise<PartitionCursor | null> {
    const names = work.writeColumns.map((column) => column.name);
    const bindings = await loadBindings(this.client, scan.table, names);
    await this.client.execute(`BEGIN ISOLATION LEVEL REPEATABLE READ${work.dryRun ? ' READ ONLY' : ''}`);
    try {
      const end = await this.inside(claim, scan, work, bindings);
      await this.client.execute(end === null ? 'ROLLBACK' : 'COMMIT');
      return end;
    } catch (error) {
      await this.client.execute('ROLLBACK').catch(() => undefined);
      throw error instanceof RefusedBatch
        ? await explainRefusal(this.client, error.reason, error.batch, [TID_BINDING, ...bindings])
        : error;
    }
  }

  private async inside(
    claim: PartitionClaim | null,
    scan: TableScan,
    work: WholeTableWork,
    bindings: readonly ColumnBinding[],
  ): Promise<PartitionCursor | null> {
    await this.client.execute(AWAIT_DISK);
    if (claim !== null) {
      await this.progress.lock(claim);
    }
    const joins = await loadJoins(this.client, scan.joins ?? []);
    const found = await this.client.query(HAS_PARTS, [quoteTable(scan.table)]);
    const inParts = found.rows[0]?.[0] === 't';
    const rows = selectRows(scan, joins, inParts ? ROW_PLACE.inParts : ROW_PLACE.alone);
    await this.client.execute(`DECLARE ${CURSOR} NO SCROLL CURSOR FOR ${rows}`);
    const end = await this.pages(work, work.dryRun ? null : updateRows(scan, bindings, inParts));
    if (claim !== null && end !== null) {
      await this.progress.end(claim, end);
    }
    return end;
  }

  private async pages(work: WholeTableWork, update: string | null): Promise<PartitionCursor | null> {
    let end: PartitionCursor = { lastKey: [''], rowsRead: 0, rowsWritten: 0 };
    for (let left = work.maxRows ?? Infinity; left > 0; left = (work.maxRows ?? Infinity) - end.rowsRead) {
      const limit = Math.trunc(Math.min(work.batchSize, left));
      const { rows } = await this.client.query(`FETCH FORWARD ${limit} FROM ${CURSOR}`);
      if (rows.length === 0) {
        break;
      }
      const batch = await work.mask(rows);
      if (batch === null) {
        return null;
      }
      end = { ...batch.cursor, lastKey: [''] };
      if (update !== null) {
        await this.update(update, batch);
      }
    }
    return end;
  }

  private async update(sql: string, batch: BatchWrite): Promise<void> {
    const [addresses = [], ...texts] = batch.columns;
    if (addresses.length === 0) {
      return;
    }
    const parts = addresses.map((address) => (address ?? '').split(' '));
    const [places, tables] = [0, 1].map((part) => arrayLiteral(parts.map((split) => split[part] ?? null)));
    try {
      const { rowCount } = await this.client.query(sql, [places, tables, ...texts.map(arrayLiteral)]);
      if (rowCount !== addresses.length) {
        const text = `${rowCount} of ${addresses.length} rows were updated: a trigger or policy kept the others`;
        throw new DatabaseError('rows_vanished', text, false);
      }
    } catch (error) {
      throw new RefusedBatch(error, batch);
    }
  }
}

/** Carries the error out of its transaction: only outside it can the reason be looked for. */
export class RefusedBatch extends Error {
  constructor(
    readonly reason: unknown,
    readonly batch: BatchWrite,
  ) {
    super('A batch was refused.');
  }
}

/** Binds what says where rows lie. */
export const TID_BINDING: ColumnBinding = {
  ...{ column: '"ctid"', type: 'text', unnestable: false, binary: null, collate: '' },
  operators: { '<': '<', '<=': '<=', '=': '=', '>=': '>=', '>': '>' },
};

function selectRows(scan: TableScan, joins: Awaited<ReturnType<typeof loadJoins>>, address: string): string {
  const read = (column: TargetColumn): string =>
    column.rowAddress === true ? address : quoteIdentifier(column.name);
  if (joins.length > 0) {
    return joinedPage({ scan, key: [TID_BINDING], joins, conditions: [], limit: null, read });
  }
  const columns = scan.readColumns.map(read).join(', ');
  return `SELECT ${columns} FROM ${quoteTable(scan.table)}${whereClause(scan.where, [])}`;
}

/** The list of places lets the server go to them; the pairs then pick the rows of the right partition. */
function updateRows(scan: TableScan, bindings: readonly ColumnBinding[], inParts: boolean): string {
  const arrays = bindings.map(
    ({ unnestable, type }, index) => `$${index + 3}::${unnestable ? type : 'text'}[]`,
  );
  const names = bindings.map((_, index) => `c${index + 1}`);
  const sets = bindings.map(
    ({ column, unnestable, type }, index) => `${column} = x.c${index + 1}${unnestable ? '' : `::${type}`}`,
  );
  return (
    `UPDATE ${quoteTable(scan.table)} AS t SET ${sets.join(', ')} ` +
    `FROM unnest(${['$1::tid[]', '$2::oid[]', ...arrays].join(', ')}) AS x (${['place', 'part', ...names].join(', ')}) ` +
    `WHERE t.ctid = ANY ($1::tid[]) AND t.ctid = x.place${inParts ? ' AND t.tableoid = x.part' : ''}`
  );
}
