import { DatabaseError } from '../database-adapter.js';
import type { KeyRange, ScanJoin, TableName, TableScan } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import type { ColumnBinding } from './postgres-bindings.js';
import { compareKey, loadBindings } from './postgres-bindings.js';
import type { PostgresClient } from './postgres-client.js';
import type { PreparedJoin } from './postgres-joins.js';
import { innerPartners, joinedPage, lastKeyOfPage, loadJoins } from './postgres-joins.js';
import { quoteIdentifier, quoteTable, whereClause } from './postgres-sql.js';

interface PreparedScan {
  readonly id: number;
  readonly key: readonly ColumnBinding[];
  readonly joins: readonly PreparedJoin[];
}

/** Reads pages of a table in key order. */
export class PostgresReader {
  private readonly scans = new Map<string, PreparedScan>();

  constructor(private readonly client: PostgresClient) {}

  async readPage(scan: TableScan, range: KeyRange, limit: number): Promise<readonly RowText[]> {
    const prepared = await this.prepare(scan);
    if (prepared.joins.length > 0) {
      return this.readJoinedPage(scan, prepared, range, limit);
    }
    const { conditions, values } = rangeConditions(prepared.key, range);
    const columns = scan.readColumns.map((column) => quoteIdentifier(column.name)).join(', ');
    const sql =
      `SELECT ${columns} FROM ${quoteTable(scan.table)}${whereClause(scan.where, conditions)}` +
      ` ORDER BY ${prepared.key.map((binding) => binding.column).join(', ')} LIMIT ${Math.trunc(limit)}`;
    const shape = `${range.after === null ? '' : 'a'}${range.upTo === null ? '' : 'u'}${limit}`;
    return (await this.client.query(sql, values, `scan_${prepared.id}_${shape}`)).rows;
  }

  async countRows(table: TableName, where: string | null, joins: readonly ScanJoin[] = []): Promise<number> {
    const partners = innerPartners(table, await loadJoins(this.client, joins));
    const sql = `SELECT count(*) FROM ${quoteTable(table)}${whereClause(where, partners)}`;
    return Number((await this.client.query(sql)).rows[0]?.[0] ?? 0);
  }

  async checkJoins(scan: TableScan): Promise<void> {
    const { key, joins } = await this.prepare(scan);
    const sql = joinedPage({ scan, key, joins, conditions: [], limit: 0 });
    try {
      await this.client.query(`EXPLAIN ${sql}`);
    } catch (error) {
      if (error instanceof DatabaseError && !error.transient) {
        throw new DatabaseError(
          'bad_join',
          `the joins are not usable: ${error.message}`,
          false,
          error.engineCode,
        );
      }
      throw error;
    }
  }

  /** A page all of whose rows lack a partner is not the end: it is passed over. */
  private async readJoinedPage(
    scan: TableScan,
    { key, joins }: PreparedScan,
    range: KeyRange,
    limit: number,
  ): Promise<readonly RowText[]> {
    let rest = range;
    for (;;) {
      const { conditions, values } = rangeConditions(key, rest);
      const page = { scan, key, joins, conditions, limit: Math.trunc(limit) };
      const { rows } = await this.client.query(joinedPage(page), values);
      if (rows.length > 0) {
        return rows;
      }
      const after = (await this.client.query(lastKeyOfPage(page), values)).rows[0];
      if (after === undefined) {
        return [];
      }
      rest = { after, upTo: range.upTo };
    }
  }

  /** One catalog look-up per scan and session. */
  private async prepare(scan: TableScan): Promise<PreparedScan> {
    const names = scan.readColumns.map((column) => column.name);
    const { table, keyCount, where, joins = [] } = scan;
    const content = JSON.stringify([table.schema, table.table, names, keyCount, where, joins]);
    const known = this.scans.get(content);
    if (known !== undefined) {
      return known;
    }
    if (scan.keyCount < 1) {
      throw new DatabaseError('bad_key', `table ${quoteTable(scan.table)} is read without a key`, false);
    }
    const key = await loadBindings(this.client, scan.table, names.slice(0, scan.keyCount));
    const prepared = { id: this.scans.size + 1, key, joins: await loadJoins(this.client, joins) };
    this.scans.set(content, prepared);
    return prepared;
  }
}

function rangeConditions(
  key: readonly ColumnBinding[],
  range: KeyRange,
): { conditions: readonly string[]; values: RowText } {
  const conditions: string[] = [];
  const values: (string | null)[] = [];
  if (range.after !== null) {
    conditions.push(compareKey(key, '>', values.length + 1));
    values.push(...range.after);
  }
  if (range.upTo !== null) {
    conditions.push(compareKey(key, '<=', values.length + 1));
    values.push(...range.upTo);
  }
  return { conditions, values };
}
