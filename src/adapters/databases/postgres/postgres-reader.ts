import { DatabaseError } from '../database-adapter.js';
import type { KeyRange, TableName, TableScan } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import type { ColumnBinding } from './postgres-bindings.js';
import { compareKey, loadBindings } from './postgres-bindings.js';
import type { PostgresClient } from './postgres-client.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';

interface PreparedScan {
  readonly id: number;
  readonly key: readonly ColumnBinding[];
}

/** Reads pages of a table in key order. */
export class PostgresReader {
  private readonly scans = new Map<string, PreparedScan>();

  constructor(private readonly client: PostgresClient) {}

  async readPage(scan: TableScan, range: KeyRange, limit: number): Promise<readonly RowText[]> {
    const prepared = await this.prepare(scan);
    const { conditions, values } = rangeConditions(prepared.key, range);
    const columns = scan.readColumns.map((column) => quoteIdentifier(column.name)).join(', ');
    const sql =
      `SELECT ${columns} FROM ${quoteTable(scan.table)}${whereClause(scan.where, conditions)}` +
      ` ORDER BY ${prepared.key.map((binding) => binding.column).join(', ')} LIMIT ${Math.trunc(limit)}`;
    const shape = `${range.after === null ? '' : 'a'}${range.upTo === null ? '' : 'u'}${limit}`;
    return (await this.client.query(sql, values, `scan_${prepared.id}_${shape}`)).rows;
  }

  async countRows(table: TableName, where: string | null): Promise<number> {
    const sql = `SELECT count(*) FROM ${quoteTable(table)}${whereClause(where, [])}`;
    return Number((await this.client.query(sql)).rows[0]?.[0] ?? 0);
  }

  /** One catalog look-up per scan and session. */
  private async prepare(scan: TableScan): Promise<PreparedScan> {
    const names = scan.readColumns.map((column) => column.name);
    const content = JSON.stringify([scan.table.schema, scan.table.table, names, scan.keyCount, scan.where]);
    const known = this.scans.get(content);
    if (known !== undefined) {
      return known;
    }
    if (scan.keyCount < 1) {
      throw new DatabaseError('bad_key', `table ${quoteTable(scan.table)} is read without a key`, false);
    }
    const key = await loadBindings(this.client, scan.table, names.slice(0, scan.keyCount));
    const prepared = { id: this.scans.size + 1, key };
    this.scans.set(content, prepared);
    return prepared;
  }
}

/** The user's condition stands alone in parentheses on lines of its own: a comment at its end harms nothing. */
export function whereClause(where: string | null, conditions: readonly string[]): string {
  const all = where === null ? conditions : [`(\n${where}\n)`, ...conditions];
  return all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`;
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
