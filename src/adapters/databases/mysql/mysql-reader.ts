import { DatabaseError } from '../database-adapter.js';
import type { KeyRange, ScanJoin, TableName, TableScan, TargetColumn } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import type { MysqlClient } from './mysql-client.js';
import { firstPartners, innerPartners, joinedPage, lastKeyOfPage, refuseUnlikeKeys } from './mysql-joins.js';
import { keyBounds, keyExpressions } from './mysql-keys.js';
import { quoteIdentifier, quoteTable, whereClause } from './mysql-sql.js';
import { isSingleFloat, readExpression, shortestFloat } from './mysql-types.js';

/** Reads pages of a table in key order. */
export class MysqlReader {
  constructor(private readonly client: MysqlClient) {}

  async readPage(scan: TableScan, range: KeyRange, limit: number): Promise<readonly RowText[]> {
    if (scan.keyCount < 1) {
      throw new DatabaseError('bad_key', `table ${quoteTable(scan.table)} is read without a key`, false);
    }
    if (scan.joins !== undefined && scan.joins.length > 0) {
      return this.readJoinedPage(scan, scan.joins, range, Math.trunc(limit));
    }
    const key = scan.readColumns.slice(0, scan.keyCount);
    const sql =
      `SELECT ${readList(scan.table, scan.readColumns)} FROM ${quoteTable(scan.table)}` +
      whereClause(scan.where, keyBounds(scan.table, key, range)) +
      ` ORDER BY ${keyExpressions(scan.table, key).join(', ')} LIMIT ${Math.trunc(limit)}`;
    return withShortFloats(scan.readColumns, await this.client.queryTexts(sql));
  }

  async countRows(table: TableName, where: string | null, joins: readonly ScanJoin[] = []): Promise<number> {
    const partners = innerPartners(table, joins);
    const rows = await this.client.query(
      `SELECT COUNT(*) FROM ${quoteTable(table)}${whereClause(where, partners)}`,
    );
    return Number(rows[0]?.[0] ?? 0);
  }

  async checkJoins(scan: TableScan): Promise<void> {
    const joins = scan.joins ?? [];
    refuseUnlikeKeys(joins);
    try {
      await this.client.execute(`EXPLAIN ${joinedPage({ scan, joins, conditions: [], limit: 0 })}`);
    } catch (error) {
      if (error instanceof DatabaseError && !error.transient) {
        const message = `the joins are not usable: ${error.message}`;
        throw new DatabaseError('bad_join', message, false, error.engineCode);
      }
      throw error;
    }
  }

  /** A page all of whose rows lack a partner is not the end: it is passed over. */
  private async readJoinedPage(
    scan: TableScan,
    joins: readonly ScanJoin[],
    range: KeyRange,
    limit: number,
  ): Promise<readonly RowText[]> {
    const key = scan.readColumns.slice(0, scan.keyCount);
    let rest = range;
    for (;;) {
      const page = { scan, joins, conditions: keyBounds(scan.table, key, rest), limit };
      const rows = firstPartners(await this.client.queryTexts(joinedPage(page)), scan.keyCount);
      if (rows.length > 0) {
        return withShortFloats(scan.readColumns, rows);
      }
      const after = withShortFloats(key, await this.client.queryTexts(lastKeyOfPage(page)))[0];
      if (after === undefined) {
        return [];
      }
      rest = { after, upTo: range.upTo };
    }
  }
}

/** Columns as texts. They are named by their place, and every reference says its table: no alias can hide a column. */
export function readList(table: TableName, columns: readonly TargetColumn[]): string {
  return columns
    .map(({ name, typeName }, place) => {
      const column = `${quoteTable(table)}.${quoteIdentifier(name)}`;
      return `${readExpression(column, typeName)} AS c${place}`;
    })
    .join(', ');
}

export function withShortFloats(
  columns: readonly TargetColumn[],
  rows: readonly RowText[],
): readonly RowText[] {
  if (!columns.some(({ typeName }) => isSingleFloat(typeName))) {
    return rows;
  }
  const isShort = columns.map(({ typeName }) => isSingleFloat(typeName));
  return rows.map((row) =>
    row.map((text, place) => (text !== null && isShort[place] === true ? shortestFloat(text) : text)),
  );
}
