import type { BatchWrite, PartitionClaim, PartitionCursor } from '../database-adapter.js';
import { DatabaseError } from '../database-adapter.js';
import { judgeReadBack } from '../sql/read-back-verdict.js';
import { rowsVanished } from '../sql/rows-vanished.js';
import type { RunLedger } from '../sql/run-ledger.js';
import { withColumns } from '../sql/server-error.js';
import type { CatalogSql } from '../sql/catalog-sql.js';
import type { MssqlClient } from './mssql-client.js';
import { faultOf } from './mssql-client.js';
import { mssqlDialect } from './mssql-dialect.js';
import { duplicateKey, refusedColumn } from './mssql-errors.js';
import { quoteIdentifier, quoteTable } from './mssql-sql.js';
import { fillStaging } from './mssql-stage.js';
import { createLike, stagedNames } from './mssql-staging.js';
import { readExpression } from './mssql-types.js';

/** An index takes 900 bytes of a key. */
const INDEX_CHARACTERS = 400;

/**
 * Writes batches by key: the rows go to a temporary table of this session first, then one UPDATE joins it to the target
 * in the transaction that moves the cursor.
 */
export class MssqlWriter {
  /** Staging tables by what they hold. */
  private readonly staged = new Map<string, string>();

  constructor(
    private readonly client: MssqlClient,
    private readonly progress: RunLedger,
    private readonly catalog: CatalogSql,
  ) {}

  async writeBatch(claim: PartitionClaim | null, batch: BatchWrite): Promise<PartitionCursor> {
    if ((batch.columns[0]?.length ?? 0) === 0) {
      await (claim === null ? undefined : this.progress.move(claim, batch.cursor));
      return batch.cursor;
    }
    return this.explained(batch, async () => {
      const staging = await this.stage(batch);
      return this.client.transaction(() =>
        this.progress.moveWith(claim, batch.cursor, () => this.update(batch, staging)),
      );
    });
  }

  /** The same inside of a transaction of the caller's, for rows that the caller has locked. */
  async writeInside(batch: BatchWrite): Promise<void> {
    if ((batch.columns[0]?.length ?? 0) > 0) {
      await this.explained(batch, async () => this.update(batch, await this.stage(batch)));
    }
  }

  private async stage(batch: BatchWrite): Promise<string> {
    const staging = await this.prepare(batch);
    await this.client.execute(`TRUNCATE TABLE ${staging}`);
    const columns = [...batch.keyColumns, ...batch.writeColumns];
    await fillStaging(this.client, staging, { columns, names: stagedNames(batch), texts: batch.columns });
    return staging;
  }

  private async update(batch: BatchWrite, staging: string): Promise<PartitionCursor> {
    const rows = batch.columns[0]?.length ?? 0;
    // Asked for by itself: what triggers change is counted by the driver, too.
    const [[count = null] = []] = await this.client.query(`${joinedUpdate(batch, staging)}; ${CHANGED}`);
    if (Number(count) !== rows) {
      throw rowsVanished(Number(count), rows);
    }
    if (batch.readBack === undefined) {
      return batch.cursor;
    }
    const { columns, sql } = storedAndSent(batch, staging);
    return judgeReadBack(batch, batch.readBack, mssqlDialect.finish(columns, await this.client.query(sql)));
  }

  /** Once per kind of batch and session. */
  private async prepare(batch: BatchWrite): Promise<string> {
    const columns = [...batch.keyColumns, ...batch.writeColumns];
    const content = JSON.stringify([batch.table, batch.keyColumns.length, columns.map(({ name }) => name)]);
    const known = this.staged.get(content);
    if (known !== undefined) {
      return known;
    }
    const staging = `#vizard_batch_${this.staged.size + 1}`;
    await this.client.execute(
      createLike(staging, { table: batch.table, columns, names: stagedNames(batch) }),
    );
    const isIndexed = batch.keyColumns.every(({ kind, maxLength }) =>
      kind === 'text' || kind === 'bytes' ? maxLength !== null && maxLength <= INDEX_CHARACTERS : true,
    );
    if (isIndexed) {
      const key = batch.keyColumns.map((_, place) => `k${place}`).join(', ');
      await this.client.execute(`CREATE UNIQUE CLUSTERED INDEX k ON ${staging} (${key})`);
    }
    this.staged.set(content, staging);
    return staging;
  }

  /** Tells a refused batch by the names of the target's columns, never their values. */
  private async explained(batch: BatchWrite, work: () => Promise<PartitionCursor>): Promise<PartitionCursor> {
    try {
      return await work();
    } catch (error) {
      const fault = faultOf(error);
      if (!(error instanceof DatabaseError) || fault === null) {
        throw error;
      }
      const refused = refusedColumn(fault);
      const key = duplicateKey(fault);
      if (refused !== null) {
        throw withColumns(error, [targetName(refused, batch)]);
      }
      throw key === null ? error : withColumns(error, await this.columnsOf(batch, key));
    }
  }

  private async columnsOf({ table }: BatchWrite, key: string): Promise<readonly string[]> {
    const rows = await this.client.query(this.catalog.keys(table.schema, [table.table])).catch(() => []);
    return rows.flatMap(([, index, column]) => (index === key ? (column ?? []) : []));
  }
}

const CHANGED = 'SELECT CONVERT(varchar(20), @@ROWCOUNT)';

/** The server names the staging table's column. */
function targetName(refused: string, batch: BatchWrite): string {
  const place = stagedNames(batch).indexOf(refused);
  return [...batch.keyColumns, ...batch.writeColumns][place]?.name ?? refused;
}

function matches({ keyColumns }: BatchWrite): string {
  return keyColumns.map(({ name }, place) => `x.k${place} = t.${quoteIdentifier(name)}`).join(' AND ');
}

export function joinedUpdate(batch: BatchWrite, staging: string): string {
  const sets = batch.writeColumns.map(({ name }, place) => `${quoteIdentifier(name)} = x.v${place}`);
  return `UPDATE t SET ${sets.join(', ')} FROM ${quoteTable(batch.table)} t JOIN ${staging} x ON ${matches(batch)}`;
}

/** Of every row the key, then for each written column what the table holds and what was sent, as the server writes both. */
function storedAndSent(
  batch: BatchWrite,
  staging: string,
): { readonly columns: BatchWrite['writeColumns']; readonly sql: string } {
  const all = [
    ...batch.keyColumns.map((column, place) => ({ column, text: `x.k${place}` })),
    ...batch.writeColumns.flatMap((column, place) => [
      { column, text: `t.${quoteIdentifier(column.name)}` },
      { column, text: `x.v${place}` },
    ]),
  ];
  const list = all.map(({ column, text }, place) => `${readExpression(text, column.typeName)} AS c${place}`);
  return {
    columns: all.map(({ column }) => column),
    sql: `SELECT ${list.join(', ')} FROM ${staging} x JOIN ${quoteTable(batch.table)} t ON ${matches(batch)}`,
  };
}
