import type { RowText } from '../../../engine/index.js';
import type { TableName } from '../database-adapter.js';
import type { CatalogColumn, CatalogTable, RelationKind, SchemaCatalog } from '../schema-catalog.js';
import { tableKeys } from './catalog-rows.js';
import type { CatalogSql } from './catalog-sql.js';
import type { SqlDialect } from './sql-dialect.js';
import type { TextClient } from './text-client.js';

/** Walks the catalog of a server, a few tables at a time. */
export class CatalogWalk implements SchemaCatalog {
  constructor(
    private readonly client: TextClient,
    private readonly dialect: SqlDialect,
    private readonly sql: CatalogSql,
    private readonly defaultSchema: string,
  ) {}

  async schemas(names: readonly string[]): Promise<readonly string[]> {
    const wanted = names.length === 0 ? [this.defaultSchema] : names;
    const found = new Set((await this.client.query(this.sql.schemasNamed(wanted))).map(([name]) => name));
    return wanted.filter((name) => found.has(name));
  }

  async tables(schema: string, after: string | null, limit: number): Promise<readonly CatalogTable[]> {
    const relations = await this.client.query(
      this.sql.relations({ schema, after, limit: Math.trunc(limit) }),
    );
    if (relations.length === 0) {
      return [];
    }
    const names = relations.map(([table]) => table ?? '');
    const columns = await this.client.query(this.sql.columns(schema, names));
    const facts = {
      keys: await this.client.query(this.sql.keys(schema, names)),
      foreignKeys: await this.client.query(this.sql.foreignKeys(schema, names)),
    };
    return relations.map(([name, kind, rows = null]) => {
      const table = name ?? '';
      return {
        name: { schema, table },
        kind: kind as RelationKind,
        rowEstimate: rows === null ? null : Number(rows),
        columns: columns.filter(([owner]) => owner === table).map((row) => this.sql.toColumn(row)),
        ...tableKeys({ schema, table }, facts, (row) => row[5] === '1'),
      };
    });
  }

  async firstRows(
    table: TableName,
    columns: readonly CatalogColumn[],
    amount: { readonly rows: number; readonly longest: number },
  ): Promise<readonly RowText[]> {
    const { dialect, sql } = this;
    const list = columns.map(({ name, typeName }) =>
      sql.startOf(
        dialect.readExpression(`s.${dialect.quoteIdentifier(name)}`, typeName),
        Math.trunc(amount.longest),
      ),
    );
    return this.client.query(sql.firstRows(table, list, Math.trunc(amount.rows)));
  }
}
