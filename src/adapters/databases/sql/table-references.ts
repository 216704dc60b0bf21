import type { RowText } from '../../../engine/index.js';
import { DatabaseError } from '../database-adapter.js';
import type { EmptyingFacts, TableName, TableReference } from '../database-adapter.js';
import type { SqlDialect } from './sql-dialect.js';
import type { TextClient } from './text-client.js';

/** Finds out which rows of other tables refer to a table. */
export class TableReferences {
  constructor(
    private readonly client: TextClient,
    private readonly dialect: SqlDialect,
    /**
     * The query for foreign keys of other tables to one: constraint, schema, table, DELETE rule as words, then a column
     * of the referring side; in an order that keeps constraints together.
     */
    private readonly catalog: (table: TableName) => string,
  ) {}

  async to(table: TableName): Promise<readonly TableReference[]> {
    const references: TableReference[] = [];
    for (const rows of groupRows(await this.client.query(this.catalog(table)), [0, 1, 2])) {
      references.push(await this.reference(rows));
    }
    return references;
  }

  /** `rights`: a query for one row of flags: may the user truncate, delete from and read the table? */
  async emptying(table: TableName, rights: string): Promise<EmptyingFacts> {
    const [flags = []] = await this.client.query(rights);
    const [canTruncate, canDelete, canRead] = flags.map((flag) => flag === '1');
    return {
      canTruncate: canTruncate === true,
      canDelete: canDelete === true && canRead === true,
      deleteRules: [],
      references: await this.to(table),
    };
  }

  /** Refuses a DELETE of all rows that would change rows of other tables, too. */
  async refuseCascades(table: TableName): Promise<void> {
    const first = (await this.to(table)).find(({ changesRows, isUsed }) => changesRows && isUsed !== false);
    if (first !== undefined) {
      const text = `${this.dialect.quoteTable(first.from)} refers to it by "${first.constraint}" with ${first.action}`;
      throw new DatabaseError('would_cascade', `emptying the table would change others: ${text}`, false);
    }
  }

  private async reference(rows: readonly RowText[]): Promise<TableReference> {
    const [constraint, schema, table, rule] = rows[0] ?? [];
    const from = { schema: schema ?? '', table: table ?? '' };
    return {
      constraint: constraint ?? '',
      from,
      changesRows: rule !== 'NO ACTION' && rule !== 'RESTRICT',
      action: `ON DELETE ${rule ?? ''}`,
      isUsed: await this.isUsed(
        from,
        rows.map((row) => row[4] ?? ''),
      ),
    };
  }

  /** Null: this user may not read them. */
  private async isUsed(from: TableName, columns: readonly string[]): Promise<boolean | null> {
    const { dialect } = this;
    const present = columns.map((column) => `${dialect.quoteIdentifier(column)} IS NOT NULL`).join(' AND ');
    try {
      const found = `EXISTS (SELECT 1 FROM ${dialect.quoteTable(from)} WHERE ${present})`;
      const rows = await this.client.query(
        `SELECT CASE WHEN ${found} THEN 1 ELSE 0 END${dialect.fromNothing}`,
      );
      return rows[0]?.[0] === '1';
    } catch (error) {
      if (error instanceof DatabaseError && DENIED.has(error.code)) {
        return null;
      }
      throw error;
    }
  }
}

/** Some servers do not tell a table that is not there from one that is not for this user. */
const DENIED = new Set(['permission_denied', 'unknown_table']);

/** Rows that agree in some places, in the order in which they first occur. */
export function groupRows(
  rows: readonly RowText[],
  places: readonly number[],
): readonly (readonly RowText[])[] {
  const groups = new Map<string, RowText[]>();
  for (const row of rows) {
    const key = JSON.stringify(places.map((place) => row[place]));
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [row]);
    } else {
      group.push(row);
    }
  }
  return [...groups.values()];
}
