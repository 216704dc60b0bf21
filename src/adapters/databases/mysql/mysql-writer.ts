import { DatabaseError } from '../database-adapter.js';
import type { BatchWrite, PartitionClaim, PartitionCursor } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import { keyExpressions, keyStretch } from '../sql/key-bounds.js';
import { rowsVanished } from '../sql/rows-vanished.js';
import type { RunLedger } from '../sql/run-ledger.js';
import { selfUpdatingColumns } from './mysql-catalog.js';
import type { MysqlClient } from './mysql-client.js';
import { mysqlDialect } from './mysql-dialect.js';
import { keyMatches, readBack } from './mysql-read-back.js';
import type { ServerFacts } from './mysql-settings.js';
import { quoteIdentifier, quoteTable } from './mysql-sql.js';
import { createStaging, fillStaging, literalWriter, stagedNames, stagingEngine } from './mysql-staging.js';
import { keyOrder } from './mysql-types.js';
import { explainRefusal } from './mysql-value-faults.js';

interface PreparedWrite {
  /** The staging table, quoted; null: this user may not create one. */
  readonly staging: string | null;
  /** `ON UPDATE CURRENT_TIMESTAMP`: these columns would change by themselves, though no rule names them. */
  readonly selfUpdating: readonly string[];
}

/**
 * Writes batches by key: the rows go to a temporary table of this session first, then one UPDATE joins it to the target
 * in the transaction that moves the cursor.
 */
export class MysqlWriter {
  private readonly writes = new Map<string, PreparedWrite>();

  constructor(
    private readonly client: MysqlClient,
    private readonly progress: RunLedger,
    private readonly facts: ServerFacts,
  ) {}

  async writeBatch(claim: PartitionClaim | null, batch: BatchWrite): Promise<PartitionCursor> {
    const rows = batch.columns[0]?.length ?? 0;
    if (rows === 0) {
      await (claim === null ? undefined : this.progress.move(claim, batch.cursor));
      return batch.cursor;
    }
    try {
      return await this.write(claim, batch, rows);
    } catch (error) {
      throw await explainRefusal(this.client, error, batch);
    }
  }

  /** The same inside of a transaction of the caller's, for rows that the caller has locked. */
  async writeInside(batch: BatchWrite): Promise<void> {
    const rows = batch.columns[0]?.length ?? 0;
    if (rows === 0) {
      return;
    }
    try {
      const write = await this.prepare(batch, rows);
      await this.fill(write, batch);
      await this.updateAll(batch, write, rows);
    } catch (error) {
      throw await explainRefusal(this.client, error, batch);
    }
  }

  private async write(
    claim: PartitionClaim | null,
    batch: BatchWrite,
    rows: number,
  ): Promise<PartitionCursor> {
    const write = await this.prepare(batch, rows);
    await this.fill(write, batch);
    return this.client.transaction(() =>
      this.progress.moveWith(claim, batch.cursor, () => this.updateAll(batch, write, rows)),
    );
  }

  private async fill({ staging }: PreparedWrite, batch: BatchWrite): Promise<void> {
    if (staging !== null) {
      await this.client.execute(`DELETE FROM ${staging}`);
      for (const statement of fillStaging(staging, batch, this.facts.maxPacket)) {
        await this.client.execute(statement);
      }
    }
  }

  private async updateAll(batch: BatchWrite, write: PreparedWrite, rows: number): Promise<PartitionCursor> {
    const found = await this.update(batch, write, rows);
    if (found !== rows) {
      throw rowsVanished(found, rows);
    }
    return readBack(this.client, batch, write.staging);
  }

  private async update(batch: BatchWrite, write: PreparedWrite, rows: number): Promise<number> {
    if (write.staging !== null) {
      return this.client.execute(joinedUpdate(batch, write.staging, write.selfUpdating));
    }
    let found = 0;
    for (let row = 0; row < rows; row += 1) {
      found += await this.client.execute(singleUpdate(batch, row, write.selfUpdating));
    }
    return found;
  }

  /** Once per kind of batch and session. */
  private async prepare(batch: BatchWrite, rows: number): Promise<PreparedWrite> {
    const columns = [...batch.keyColumns, ...batch.writeColumns];
    const engine = stagingEngine(columns, rows);
    const names = columns.map((column) => column.name);
    const content = JSON.stringify([batch.table, batch.keyColumns.length, names, engine]);
    const known = this.writes.get(content);
    if (known !== undefined) {
      return known;
    }
    const staging = quoteTable({
      schema: this.facts.database,
      table: `vizard_batch_${this.writes.size + 1}`,
    });
    const isCreated = await this.isAllowed(createStaging(staging, engine, batch));
    const write = {
      staging: isCreated ? staging : null,
      selfUpdating: await this.selfUpdating(batch),
    };
    this.writes.set(content, write);
    return write;
  }

  private async isAllowed(statement: string): Promise<boolean> {
    try {
      await this.client.execute(statement);
      return true;
    } catch (error) {
      if (error instanceof DatabaseError && error.code === 'permission_denied') {
        return false;
      }
      throw error;
    }
  }

  private async selfUpdating({ table, writeColumns }: BatchWrite): Promise<readonly string[]> {
    const rows = await this.client.query(selfUpdatingColumns(table));
    const written = new Set(writeColumns.map((column) => column.name));
    return rows.map(([name]) => name ?? '').filter((name) => !written.has(name));
  }
}

/**
 * The target comes first in the join, over one stretch of its key: so the server changes each row as it meets it, instead
 * of noting all rows and finding them again.
 */
function joinedUpdate(batch: BatchWrite, staging: string, selfUpdating: readonly string[]): string {
  const { table, keyColumns, columns } = batch;
  const names = stagedNames(batch);
  const target = quoteTable(table);
  const matches = keyColumns.map(
    ({ name }, place) => `x.${names[place] ?? ''} = ${target}.${quoteIdentifier(name)}`,
  );
  const sets = batch.writeColumns.map(
    ({ name }, place) => `${target}.${quoteIdentifier(name)} = x.${names[keyColumns.length + place] ?? ''}`,
  );
  const kept = selfUpdating.map((name) => {
    const column = `${target}.${quoteIdentifier(name)}`;
    return `${column} = ${column}`;
  });
  const all = [...sets, ...kept].join(', ');
  if (!keyColumns.every(({ typeName }) => keyOrder(typeName).isPlain)) {
    return `UPDATE ${staging} AS x STRAIGHT_JOIN ${target} ON ${matches.join(' AND ')} SET ${all}`;
  }
  const key = columns.slice(0, keyColumns.length);
  const ends: readonly [RowText, RowText] = [
    key.map((texts) => texts[0] ?? null),
    key.map((texts) => texts.at(-1) ?? null),
  ];
  const stretch = keyStretch(
    mysqlDialect,
    { expressions: keyExpressions(mysqlDialect, table, keyColumns), key: keyColumns },
    ends,
  );
  return `UPDATE ${target} STRAIGHT_JOIN ${staging} AS x ON ${matches.join(' AND ')} SET ${all} WHERE ${stretch}`;
}

/** For users that may not create temporary tables: one statement a row. */
function singleUpdate(batch: BatchWrite, row: number, selfUpdating: readonly string[]): string {
  const keys = batch.keyColumns.length;
  const text = (place: number): string | null => batch.columns[place]?.[row] ?? null;
  const sets = batch.writeColumns.map(
    (column, place) => `${quoteIdentifier(column.name)} = ${literalWriter(column)(text(keys + place))}`,
  );
  const kept = selfUpdating.map((name) => `${quoteIdentifier(name)} = ${quoteIdentifier(name)}`);
  return `UPDATE ${quoteTable(batch.table)} SET ${[...sets, ...kept].join(', ')} WHERE ${keyMatches(batch, row)}`;
}
