import type { RowText } from '../../../engine/index.js';
import { DatabaseError } from '../database-adapter.js';
import type { TableDescription, TableName, TargetColumn } from '../database-adapter.js';
import type { CatalogSql } from './catalog-sql.js';
import type { SqlDialect } from './sql-dialect.js';
import { groupRows } from './table-references.js';
import type { TextClient } from './text-client.js';

/** How names as written in a ruleset become names of the catalog. */
export interface NameRules {
  /** The parts of `schema.table` without their quotes; null when a quote is left open. */
  split(written: string): readonly string[] | null;
  /** Names that are equal after it are the same table. */
  fold(name: string): string;
  /** Where names without a schema are looked for. */
  readonly schema: string;
}

/** Describes tables by the catalog of their server. */
export class CatalogIntrospector {
  constructor(
    private readonly client: TextClient,
    private readonly dialect: SqlDialect,
    private readonly sql: CatalogSql,
    private readonly names: NameRules,
  ) {}

  async resolveTable(written: string): Promise<TableName | null> {
    const parts = this.names.split(written);
    if (parts === null || parts.length > 2) {
      return null;
    }
    const [table = '', schema = this.names.schema] = [...parts].reverse();
    const rows = await this.client.query(this.sql.tablesNamed(schema, table));
    const found = rows.map(([inSchema, name]) => ({ schema: inSchema ?? '', table: name ?? '' }));
    // Exactly as written before any other, where a server tells names by their case.
    return (
      found.find((name) => name.schema === schema && name.table === table) ??
      found.find((name) => this.isSame([schema, table], [name.schema, name.table])) ??
      null
    );
  }

  async describeTable(name: TableName): Promise<TableDescription> {
    const [relation] = await this.client.query(this.sql.relation(name));
    if (relation === undefined) {
      throw new DatabaseError('unknown_table', `there is no table ${this.dialect.quoteTable(name)}`, false);
    }
    const [, kind, rows, rowSecurity, refusal = null] = relation;
    const keys = groupRows(await this.client.query(this.sql.keys(name.schema, [name.table])), [1]);
    const whole = keys.filter((parts) =>
      parts.every(([, , column, mark]) => column !== null && mark === null),
    );
    const columns = await this.columns(name, keys);
    return {
      name,
      columns,
      primaryKey: whole.filter(([first]) => first?.[5] === '1').flatMap(columnsOf),
      uniqueKeys: whole.map(columnsOf),
      partitionColumns: await this.list(this.sql.partitionColumns(name)),
      updateTriggers: await this.list(this.sql.updateTriggers(name)),
      updateRules: [],
      estimatedRows: Number(rows ?? 0),
      canSelect: columns.some((column) => column.canSelect),
      canUpdate: columns.some((column) => column.canUpdate),
      relationKind: kind as TableDescription['relationKind'],
      rowSecurityApplies: rowSecurity === '1',
      refusal: refusal === '' ? null : refusal,
    };
  }

  private async columns(
    { schema, table }: TableName,
    keys: readonly (readonly RowText[])[],
  ): Promise<readonly TargetColumn[]> {
    const unique = new Set(keys.flatMap(columnsOf));
    const foreign = new Set(
      (await this.client.query(this.sql.foreignKeys(schema, [table]))).flatMap((row) => [
        ...(row[1] === schema && row[2] === table ? [row[3]] : []),
        ...(row[4] === schema && row[5] === table ? [row[6]] : []),
      ]),
    );
    return (await this.client.query(this.sql.columns(schema, [table]))).map((row) => {
      const column = this.sql.toColumn(row);
      return {
        ...column,
        inForeignKey: foreign.has(column.name),
        inUniqueIndex: unique.has(column.name),
      };
    });
  }

  private async list(sql: string): Promise<readonly string[]> {
    return (await this.client.query(sql)).map(([name]) => name ?? '');
  }

  private isSame(written: readonly string[], found: readonly string[]): boolean {
    return written.every((text, place) => this.names.fold(text) === this.names.fold(found[place] ?? ''));
  }
}

function columnsOf(parts: readonly RowText[]): readonly string[] {
  return parts.map(([, , column]) => column ?? '');
}
