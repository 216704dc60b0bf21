import type { RowText } from '../../../engine/index.js';
import { DatabaseError } from '../database-adapter.js';
import type { KeyRange, ScanJoin, TableName, TableScan } from '../database-adapter.js';
import { firstPartners, innerPartners, joinedPage, lastKeyOfPage, refuseUnlikeKeys } from './joined-pages.js';
import { keyBounds, keyExpressions } from './key-bounds.js';
import type { SqlDialect } from './sql-dialect.js';
import { readList, whereClause } from './sql-dialect.js';
import type { TextClient } from './text-client.js';

/** Reads pages of a table in key order. */
export class PageReader {
  constructor(
    private readonly client: TextClient,
    private readonly dialect: SqlDialect,
  ) {}

  async readPage(scan: TableScan, range: KeyRange, limit: number): Promise<readonly RowText[]> {
    const { dialect } = this;
    if (scan.keyCount < 1) {
      throw new DatabaseError(
        'bad_key',
        `table ${dialect.quoteTable(scan.table)} is read without a key`,
        false,
      );
    }
    if (scan.joins !== undefined && scan.joins.length > 0) {
      return this.readJoinedPage(scan, scan.joins, range, Math.trunc(limit));
    }
    const key = scan.readColumns.slice(0, scan.keyCount);
    const { table } = scan;
    const sql =
      `SELECT ${readList(dialect, table, scan.readColumns)} FROM ${dialect.quoteTable(table)}` +
      whereClause(scan.where, keyBounds(dialect, { table, key }, range)) +
      ` ORDER BY ${keyExpressions(dialect, table, key).join(', ')} ${dialect.limit(Math.trunc(limit))}`;
    return dialect.finish(scan.readColumns, await this.client.queryTexts(sql));
  }

  async countRows(table: TableName, where: string | null, joins: readonly ScanJoin[] = []): Promise<number> {
    const partners = innerPartners(this.dialect, table, joins);
    const rows = await this.client.query(
      `SELECT COUNT(*) FROM ${this.dialect.quoteTable(table)}${whereClause(where, partners)}`,
    );
    return Number(rows[0]?.[0] ?? 0);
  }

  async checkJoins(scan: TableScan): Promise<void> {
    const joins = scan.joins ?? [];
    refuseUnlikeKeys(joins);
    try {
      await this.client.check(joinedPage(this.dialect, { scan, joins, conditions: [], limit: 1 }));
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
    const { dialect, client } = this;
    const { table } = scan;
    const key = scan.readColumns.slice(0, scan.keyCount);
    let rest = range;
    for (;;) {
      const page = { scan, joins, conditions: keyBounds(dialect, { table, key }, rest), limit };
      const rows = firstPartners(await client.queryTexts(joinedPage(dialect, page)), scan.keyCount);
      if (rows.length > 0) {
        return dialect.finish(scan.readColumns, rows);
      }
      const last = await client.queryTexts(lastKeyOfPage(dialect, page));
      const after = dialect.finish(key, last)[0];
      if (after === undefined) {
        return [];
      }
      rest = { after, upTo: range.upTo };
    }
  }
}
