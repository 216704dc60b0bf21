import { claimLost, DatabaseError } from '../database-adapter.js';
import type { BatchWrite, PartitionClaim, PartitionCursor } from '../database-adapter.js';
import { bindArray } from './postgres-bind-array.js';
import type { ColumnBinding } from './postgres-bindings.js';
import { compareKey, loadBindings } from './postgres-bindings.js';
import type { PostgresClient } from './postgres-client.js';
import { ServerError } from './postgres-client.js';
import type { FoundProgress, PostgresProgress } from './postgres-progress.js';
import { cursorSets } from './postgres-progress.js';
import { readBack } from './postgres-read-back.js';
import { quoteTable } from './postgres-sql.js';
import { explainRefusal } from './postgres-value-faults.js';

interface Cursor {
  /** The bookkeeping table. */
  readonly found: FoundProgress;
  readonly claim: PartitionClaim;
}

interface PreparedWrite {
  /** Of the prepared statement. */
  readonly name: string;
  readonly sql: string;
  readonly bindings: readonly ColumnBinding[];
}

/**
 * Writes batches by key. A batch is one statement, so it is one transaction, one round trip, and never left open by a
 * worker that dies: it updates the rows, moves the cursor, and ends itself with an error when a count is wrong.
 */
export class PostgresWriter {
  private readonly writes = new Map<string, PreparedWrite>();
  private waitsForDisk = true;

  constructor(
    private readonly client: PostgresClient,
    private readonly progress: PostgresProgress,
    private readonly unknownEncoding: boolean,
  ) {}

  async writeBatch(claim: PartitionClaim | null, batch: BatchWrite): Promise<PartitionCursor> {
    const rows = batch.columns[0]?.length ?? 0;
    const cursor = claim === null ? null : { found: await this.progress.tableOf(claim), claim };
    if (this.unknownEncoding) {
      refuseUnreadable(batch);
    }
    await this.waitForDisk(cursor === null);
    if (rows > 0) {
      return this.update(batch, rows, cursor);
    }
    await (cursor === null ? undefined : this.moveCursor(cursor, batch.cursor));
    return batch.cursor;
  }

  private async update(batch: BatchWrite, rows: number, cursor: Cursor | null): Promise<PartitionCursor> {
    const write = await this.prepare(batch, cursor?.found ?? null);
    const values: unknown[] = batch.columns.map((texts, index) => bindArray(texts, write.bindings[index]));
    const keys = batch.columns.slice(0, batch.keyColumns.length);
    values.push(rows, ...keys.map((texts) => texts[0]), ...keys.map((texts) => texts.at(-1)));
    if (cursor !== null) {
      values.push(...cursorValues(cursor, batch.cursor));
    }
    const looksAgain = batch.readBack !== undefined;
    try {
      await (looksAgain ? this.client.execute('BEGIN') : undefined);
      await this.client.query(write.sql, values, write.name);
      if (!looksAgain) {
        return batch.cursor;
      }
      const reached = await readBack(this.client, batch, write.bindings);
      await (cursor === null || reached === batch.cursor ? undefined : this.moveCursor(cursor, reached));
      await this.client.execute('COMMIT');
      return reached;
    } catch (error) {
      // The reason is looked for outside the transaction, in which nothing can be asked any more.
      await (looksAgain ? this.client.execute('ROLLBACK').catch(() => undefined) : undefined);
      throw verdictOf(error, rows) ?? (await explainRefusal(this.client, error, batch, write.bindings));
    }
  }

  /**
   * A batch and a cursor in the same database are lost together in a crash, so waiting for the disk buys nothing. A
   * cursor kept elsewhere would survive its batch.
   */
  private async waitForDisk(wait: boolean): Promise<void> {
    if (this.waitsForDisk !== wait) {
      await this.client.execute(`SET synchronous_commit TO ${wait ? 'DEFAULT' : 'off'}`);
      this.waitsForDisk = wait;
    }
  }

  private async moveCursor(cursor: Cursor, to: PartitionCursor): Promise<void> {
    const moved = await this.client.query(moveCursor(cursor.found, to, 1), cursorValues(cursor, to));
    if (moved.rowCount === 0) {
      throw claimLost();
    }
  }

  private async prepare(batch: BatchWrite, progress: FoundProgress | null): Promise<PreparedWrite> {
    const names = [...batch.keyColumns, ...batch.writeColumns].map((column) => column.name);
    const content = JSON.stringify([batch.table, batch.keyColumns.length, names, progress?.table]);
    const known = this.writes.get(content);
    if (known !== undefined) {
      return known;
    }
    const bindings = await loadBindings(this.client, batch.table, names);
    const name = `write_${this.writes.size + 1}`;
    const write = { name, sql: updateSql(batch, bindings, progress), bindings };
    this.writes.set(content, write);
    return write;
  }
}

/** Bytes that are not UTF-8 were read as U+FFFD; written back they would be lost. */
export function refuseUnreadable(batch: BatchWrite): void {
  const place = batch.columns.findIndex((texts) => texts.some((text) => text?.includes('\ufffd') === true));
  const column = [...batch.keyColumns, ...batch.writeColumns][place];
  if (column !== undefined) {
    throw new DatabaseError(
      'bad_value',
      `the database has no encoding (SQL_ASCII) and column "${column.name}" holds text that is not UTF-8`,
      false,
    );
  }
}

/** Ends the statement with a conversion error that spells both counts: the only way for plain SQL to refuse itself. */
const MARK = 'vizard counted';

function updateSql(
  batch: BatchWrite,
  bindings: readonly ColumnBinding[],
  progress: FoundProgress | null,
): string {
  const key = bindings.slice(0, batch.keyColumns.length);
  // Side by side in a list, elements flow by; as functions to select from, each array would be copied first.
  const elements = bindings.map(
    ({ unnestable, type }, index) =>
      `pg_catalog.unnest($${index + 1}::${unnestable ? type : 'text'}[]) AS c${index + 1}`,
  );
  const texts = bindings.map(
    ({ unnestable, type }, index) => `x.c${index + 1}${unnestable ? '' : `::${type}`}`,
  );
  const sets = bindings.map(({ column }, index) => `${column} = ${texts[index] ?? ''}`).slice(key.length);
  const matches = key.map(
    ({ column, operators, collate }, index) =>
      `t.${column} ${operators['=']} ${texts[index] ?? ''}${collate}`,
  );
  const counted = bindings.length + 1;
  // says nothing new, but lets the server read one stretch of the key's index instead of searching row by row
  const stretch = [
    compareKey(key, '>=', counted + 1, 't.'),
    compareKey(key, '<=', counted + 1 + key.length, 't.'),
  ];
  const moved =
    progress === null
      ? 'SELECT 1'
      : `${moveCursor(progress, batch.cursor, counted + 1 + 2 * key.length)} RETURNING 1`;
  return `WITH changed AS (
      UPDATE ${quoteTable(batch.table)} AS t SET ${sets.join(', ')}
      FROM (SELECT ${elements.join(', ')}) AS x
      WHERE ${[...matches, ...stretch].join(' AND ')} RETURNING 1
    ), moved AS (${moved}), counts AS (
      SELECT (SELECT count(*) FROM changed) AS rows, (SELECT count(*) FROM moved) AS cursors
    )
    SELECT CASE WHEN rows = $${counted}::bigint AND cursors = 1 THEN 0
      ELSE CAST('${MARK} ' || cursors || ':' || rows AS int) END FROM counts`;
}

function moveCursor(found: FoundProgress, cursor: PartitionCursor, first: number): string {
  const { sets } = cursorSets(found, cursor, first + 2);
  return `UPDATE ${found.table} SET ${sets}, changed = now()
    WHERE partition_id = $${first}::bigint AND token = $${first + 1}::text`;
}

function cursorValues({ found, claim }: Cursor, to: PartitionCursor): unknown[] {
  return [claim.partitionId, claim.token, ...cursorSets(found, to, 1).values];
}

function verdictOf(error: unknown, rows: number): DatabaseError | null {
  const { message } = ServerError.faultOf(error) as Error;
  const counts = /vizard counted (\d+):(\d+)/.exec(message);
  if (counts === null) {
    return null;
  }
  if (counts[1] === '0') {
    return claimLost();
  }
  return new DatabaseError(
    'rows_vanished',
    `${counts[2] ?? ''} of ${rows} rows were updated: the others were deleted, got another key, or a trigger or policy kept them`,
    false,
  );
}
