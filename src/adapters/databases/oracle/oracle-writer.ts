import oracledb from 'oracledb';
import type { RowText } from '../../../engine/index.js';
import type { BatchWrite, PartitionClaim, PartitionCursor, TargetColumn } from '../database-adapter.js';
import { keyExpressions, keyStretch } from '../sql/key-bounds.js';
import { judgeReadBack } from '../sql/read-back-verdict.js';
import { rowsVanished } from '../sql/rows-vanished.js';
import type { RunLedger } from '../sql/run-ledger.js';
import { columnOf, readList } from '../sql/sql-dialect.js';
import type { BindColumn, OracleClient } from './oracle-client.js';
import { oracleDialect } from './oracle-dialect.js';
import { quoteTable } from './oracle-sql.js';
import type { BindKind } from './oracle-types.js';
import { bindKind, valueToSend, writeExpression } from './oracle-types.js';

const BIND_TYPES: Readonly<Record<BindKind, oracledb.DbType>> = {
  text: oracledb.DB_TYPE_VARCHAR,
  wide: oracledb.DB_TYPE_NVARCHAR,
  long: oracledb.DB_TYPE_CLOB,
  wideLong: oracledb.DB_TYPE_NCLOB,
  bytes: oracledb.DB_TYPE_RAW,
  largeBytes: oracledb.DB_TYPE_BLOB,
};

type Bound = string | Buffer | null;

/** Writes batches by key: one UPDATE with arrays of bind variables, in the transaction that moves the cursor. */
export class OracleWriter {
  constructor(
    private readonly client: OracleClient,
    private readonly progress: RunLedger,
  ) {}

  async writeBatch(claim: PartitionClaim | null, batch: BatchWrite): Promise<PartitionCursor> {
    if ((batch.columns[0]?.length ?? 0) === 0) {
      await (claim === null ? undefined : this.progress.move(claim, batch.cursor));
      return batch.cursor;
    }
    return this.client.transaction(() =>
      this.progress.moveWith(claim, batch.cursor, () => this.writeInside(batch)),
    );
  }

  /** The same inside of a transaction of the caller's. */
  async writeInside(batch: BatchWrite): Promise<PartitionCursor> {
    const rows = batch.columns[0]?.length ?? 0;
    if (rows === 0) {
      return batch.cursor;
    }
    const { values, columns } = bindsOf(batch);
    const found = await this.client.executeMany(updateRows(batch), values, columns);
    if (found !== rows) {
      throw rowsVanished(found, rows);
    }
    return batch.readBack === undefined
      ? batch.cursor
      : judgeReadBack(batch, batch.readBack, storedAndSent(batch, await this.readAgain(batch)));
  }

  /** The stretch of the key that holds the batch, and perhaps rows beside it. */
  private async readAgain({
    table,
    keyColumns,
    writeColumns,
    columns,
  }: BatchWrite): Promise<readonly RowText[]> {
    const read = [...keyColumns, ...writeColumns];
    const ends: readonly [RowText, RowText] = [
      keyColumns.map((_, place) => columns[place]?.[0] ?? null),
      keyColumns.map((_, place) => columns[place]?.at(-1) ?? null),
    ];
    const expressions = keyExpressions(oracleDialect, table, keyColumns);
    const stretch = keyStretch(oracleDialect, { expressions, key: keyColumns }, ends);
    const rows = await this.client.query(
      `SELECT ${readList(oracleDialect, table, read)} FROM ${quoteTable(table)} WHERE ${stretch}`,
    );
    return oracleDialect.finish(read, rows);
  }
}

/** New values first, then the key. */
export function updateRows({ table, keyColumns, writeColumns }: BatchWrite): string {
  const sets = writeColumns.map(
    (column, place) =>
      `${oracleDialect.columnName(column)} = ${writeExpression(`:${place + 1}`, column.typeName, true)}`,
  );
  const key = keyColumns.map((column, place) => {
    const bind = `:${writeColumns.length + place + 1}`;
    return `${columnOf(oracleDialect, table, column)} = ${writeExpression(bind, column.typeName, false)}`;
  });
  return `UPDATE ${quoteTable(table)} SET ${sets.join(', ')} WHERE ${key.join(' AND ')}`;
}

function bindsOf({ keyColumns, writeColumns, columns }: BatchWrite): {
  readonly values: readonly (readonly Bound[])[];
  readonly columns: readonly BindColumn[];
} {
  const keys = keyColumns.map((column, place) => bound(column, columns[place] ?? []));
  const news = writeColumns.map((column, place) => bound(column, columns[keyColumns.length + place] ?? []));
  const all = [...news, ...keys];
  return {
    values: (columns[0] ?? []).map((_, row) => all.map(({ values }) => values[row] ?? null)),
    columns: all.map(({ bind }) => bind),
  };
}

/** One column of bind variables. */
export function bound(
  { typeName }: Pick<TargetColumn, 'typeName'>,
  texts: readonly (string | null)[],
): { readonly values: readonly Bound[]; readonly bind: BindColumn } {
  const values = texts.map((text) => (text === null ? null : valueToSend(text, typeName)));
  const longest = values.reduce<number>(
    (most, value) => Math.max(most, value === null ? 0 : Buffer.byteLength(value)),
    1,
  );
  return { values, bind: { type: BIND_TYPES[bindKind(typeName)], maxSize: longest } };
}

/**
 * What the table holds beside what was sent. Only texts can be told apart as they were sent: of other types the server may
 * write the same value otherwise. It keeps the empty text as NULL.
 */
function storedAndSent(batch: BatchWrite, stored: readonly RowText[]): readonly RowText[] {
  const keys = batch.keyColumns.length;
  const sent = new Map(
    (batch.columns[0] ?? []).map((_, row) => {
      const texts = batch.columns.map((column) => column[row] ?? null);
      return [JSON.stringify(texts.slice(0, keys)), texts.slice(keys)];
    }),
  );
  return stored.flatMap((row) => {
    const own = sent.get(JSON.stringify(row.slice(0, keys)));
    if (own === undefined) {
      return [];
    }
    const pairs = batch.writeColumns.flatMap(({ kind }, place) => {
      const found = row[keys + place] ?? null;
      const given = own[place] === '' ? null : (own[place] ?? null);
      const before = batch.readBack?.before[place]?.[0];
      return [found, kind === 'text' || before === found ? given : found];
    });
    return [[...row.slice(0, keys), ...pairs]];
  });
}
