import type { RowText } from '../../../engine/index.js';
import type { TableName } from '../database-adapter.js';
import { DatabaseError } from '../database-adapter.js';
import type { CatalogColumn, CatalogTable, RelationKind, SchemaCatalog } from '../schema-catalog.js';
import type { KeyRows } from '../sql/catalog-rows.js';
import { tableKeys } from '../sql/catalog-rows.js';
import type { MysqlClient } from './mysql-client.js';
import { quoteIdentifier, quoteTable, quoteText } from './mysql-sql.js';
import { limitsOf, readExpression } from './mysql-types.js';

const GENERATED = /\b(?:VIRTUAL|STORED|PERSISTENT)\b(?: GENERATED)?|\bINVISIBLE ROW (?:START|END)\b/i;

/** What the catalog says of a few tables, by queries that name them all. */
interface Facts extends KeyRows {
  readonly columns: readonly RowText[];
  readonly jsonColumns: ReadonlySet<string>;
}

/** Walks `information_schema`, which shows a user what it may use. */
export class MysqlSchemaCatalog implements SchemaCatalog {
  constructor(
    private readonly client: MysqlClient,
    private readonly database: string,
  ) {}

  async schemas(names: readonly string[]): Promise<readonly string[]> {
    const wanted = names.length === 0 ? [this.database] : names;
    const rows = await this.client.query(
      `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME IN (${wanted.map(quoteText).join(', ')})`,
    );
    const found = new Set(rows.map(([name]) => name));
    return wanted.filter((name) => found.has(name));
  }

  async tables(schema: string, after: string | null, limit: number): Promise<readonly CatalogTable[]> {
    const relations = await this.client.query(
      `SELECT TABLE_NAME, TABLE_TYPE, TABLE_ROWS, CREATE_OPTIONS FROM information_schema.TABLES
      WHERE TABLE_SCHEMA = ${quoteText(schema)} AND TABLE_TYPE <> 'SEQUENCE'
        ${after === null ? '' : `AND BINARY TABLE_NAME > BINARY ${quoteText(after)}`}
      ORDER BY BINARY TABLE_NAME LIMIT ${Math.trunc(limit)}`,
    );
    if (relations.length === 0) {
      return [];
    }
    const facts = await this.factsOf(
      schema,
      relations.map(([table]) => table ?? ''),
    );
    return relations.map(([table, type, rows, options]) => ({
      name: { schema, table: table ?? '' },
      kind: kindOf(type ?? '', options ?? ''),
      rowEstimate: rows === null || rows === undefined ? null : Number(rows),
      ...tableFacts(schema, table ?? '', facts),
    }));
  }

  async firstRows(
    table: TableName,
    columns: readonly CatalogColumn[],
    amount: { readonly rows: number; readonly longest: number },
  ): Promise<readonly RowText[]> {
    const list = columns.map(
      ({ name, typeName }) =>
        `LEFT(${readExpression(quoteIdentifier(name), typeName)}, ${Math.trunc(amount.longest)})`,
    );
    return this.client.query(
      `SELECT ${list.join(', ')} FROM ${quoteTable(table)} LIMIT ${Math.trunc(amount.rows)}`,
    );
  }

  private async factsOf(schema: string, tables: readonly string[]): Promise<Facts> {
    const named = `TABLE_SCHEMA = ${quoteText(schema)} AND TABLE_NAME IN (${tables.map(quoteText).join(', ')})`;
    const columns = await this.client.query(
      `SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, CHARACTER_MAXIMUM_LENGTH, NUMERIC_PRECISION,
        NUMERIC_SCALE, COLLATION_NAME, EXTRA, PRIVILEGES
      FROM information_schema.COLUMNS WHERE ${named} ORDER BY TABLE_NAME, ORDINAL_POSITION`,
    );
    const keys = await this.client.query(
      `SELECT s.TABLE_NAME, s.INDEX_NAME, s.COLUMN_NAME, s.SUB_PART, c.CONSTRAINT_NAME IS NOT NULL
      FROM (SELECT * FROM information_schema.STATISTICS WHERE ${named} AND NON_UNIQUE = 0) s
      LEFT JOIN (SELECT * FROM information_schema.TABLE_CONSTRAINTS WHERE ${named}) c
        ON c.TABLE_NAME = s.TABLE_NAME AND c.CONSTRAINT_NAME = s.INDEX_NAME
      ORDER BY s.TABLE_NAME, s.INDEX_NAME <> 'PRIMARY', s.INDEX_NAME, s.SEQ_IN_INDEX`,
    );
    const referenced = named.replaceAll('TABLE_', 'REFERENCED_TABLE_');
    const foreignKeys = await this.client.query(
      `SELECT CONSTRAINT_NAME, TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME,
        REFERENCED_COLUMN_NAME
      FROM information_schema.KEY_COLUMN_USAGE
      WHERE REFERENCED_TABLE_NAME IS NOT NULL AND ((${named}) OR (${referenced}))
      ORDER BY TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`,
    );
    return { columns, keys, foreignKeys, jsonColumns: await this.jsonColumns(schema, tables) };
  }

  /** MariaDB's: there JSON is text with a constraint. Other servers have no such table, or do not say so. */
  private async jsonColumns(schema: string, tables: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.client
      .query(
        `SELECT TABLE_NAME, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS
        WHERE CONSTRAINT_SCHEMA = ${quoteText(schema)} AND TABLE_NAME IN (${tables.map(quoteText).join(', ')})`,
      )
      .catch(nothingIfRefused);
    return new Set(
      rows.flatMap(([table, clause]) => {
        const column = /^json_valid\(`((?:[^`]|``)*)`\)$/i.exec(clause ?? '')?.[1];
        return column === undefined ? [] : [JSON.stringify([table, column.replaceAll('``', '`')])];
      }),
    );
  }
}

function tableFacts(
  schema: string,
  table: string,
  facts: Facts,
): Omit<CatalogTable, 'name' | 'kind' | 'rowEstimate'> {
  return {
    columns: facts.columns
      .filter(([owner]) => owner === table)
      .map((row) => toColumn(row, facts.jsonColumns.has(JSON.stringify([table, row[1]])))),
    ...tableKeys({ schema, table }, facts, ([, index]) => index === 'PRIMARY'),
  };
}

function toColumn(row: RowText, isCheckedJson: boolean): CatalogColumn {
  const [, name, type, nullable, characters, precision, scale, collation, extra, rights] = row;
  const typeName = type ?? '';
  return {
    name: name ?? '',
    typeName,
    nullable: nullable === 'YES',
    writable: !GENERATED.test(extra ?? ''),
    canSelect: (rights ?? '').toLowerCase().split(',').includes('select'),
    ...limitsOf({
      typeName,
      characters: numberOf(characters),
      precision: numberOf(precision),
      scale: numberOf(scale),
      collation: collation ?? null,
      isCheckedJson,
    }),
  };
}

function kindOf(type: string, options: string): RelationKind {
  if (type.endsWith('VIEW')) {
    return 'view';
  }
  return options.includes('partitioned') ? 'partitioned_table' : 'table';
}

function numberOf(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text);
}

function nothingIfRefused(error: unknown): readonly RowText[] {
  if (error instanceof DatabaseError && !error.transient) {
    return [];
  }
  throw error;
}
