import type { RowText } from '../../../engine/index.js';
import type { TableName, TargetColumn } from '../database-adapter.js';

/** Which tables of a schema are asked for. */
export interface CatalogPage {
  readonly schema: string;
  /** Only tables after this name, and no more than `limit`. */
  readonly after: string | null;
  readonly limit: number;
}

/** The queries of one kind of database for what is in its catalog. Flags are '1' or '0'. */
export interface CatalogSql {
  /** Schema and name as the catalog spells them: of every table that the names may mean. */
  tablesNamed(schema: string, table: string): string;
  /** Of these names those that are schemas. */
  schemasNamed(names: readonly string[]): string;
  /** Name, kind, estimated rows, flag of row-level security, refusal (as `TableDescription`) of one table. */
  relation(name: TableName): string;
  /** Name, kind and estimated rows of tables and views, in one order that stays. */
  relations(page: CatalogPage): string;
  /** Table first; the rest is what `toColumn` reads. */
  columns(schema: string, tables: readonly string[]): string;
  toColumn(row: RowText): Omit<TargetColumn, 'inForeignKey' | 'inUniqueIndex'>;
  /** See `KeyRows`; behind them a flag: the primary key. */
  keys(schema: string, tables: readonly string[]): string;
  /** See `KeyRows`. */
  foreignKeys(schema: string, tables: readonly string[]): string;
  partitionColumns(name: TableName): string;
  /** Names of enabled triggers that fire on UPDATE. */
  updateTriggers(name: TableName): string;
  /** Some rows, the first that the server gives: `list` is of expressions that give texts. */
  firstRows(name: TableName, list: readonly string[], rows: number): string;
  /** The first characters of a text. */
  startOf(text: string, characters: number): string;
}
