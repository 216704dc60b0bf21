import type { RowText } from '../../engine/index.js';
import type { ColumnShape } from '../../engine/index.js';
import type { TableName } from './target-names.js';

/** What a relation of the database is. */
export type RelationKind =
  'table' | 'partitioned_table' | 'view' | 'materialized_view' | 'foreign_table' | 'other';

/** A list of columns under the name that the database gives it. */
export interface NamedKey {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface UniqueKey extends NamedKey {
  /** Declared as a constraint; false: a unique index alone. */
  readonly isConstraint: boolean;
}

export interface TableColumns {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
}

/** A foreign key of the table; `columns` and those it refers to belong together by their place. */
export interface ForeignKey extends NamedKey {
  readonly references: TableColumns;
}

/** A foreign key of another table (or the same one) to `columns` of this one. */
export interface IncomingKey extends NamedKey {
  readonly from: TableColumns;
}

export interface CatalogColumn extends ColumnShape {
  /** As the database spells it: `character varying(40)`. */
  readonly typeName: string;
  readonly canSelect: boolean;
}

/** A table as the catalog shows it, whether or not it can be masked. */
export interface CatalogTable {
  readonly name: TableName;
  readonly kind: RelationKind;
  /** From the statistics; null: not known. */
  readonly rowEstimate: number | null;
  readonly columns: readonly CatalogColumn[];
  readonly primaryKey: NamedKey | null;
  /** Over whole columns and all rows, the primary key left out. */
  readonly uniqueKeys: readonly UniqueKey[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly referencedBy: readonly IncomingKey[];
}

/** Walks all tables of a database, a few at a time, so that what is in memory does not grow with it. */
export interface SchemaCatalog {
  /** Of these names those that are schemas, exactly as written; without names the one that tables are looked up in first. */
  schemas(names: readonly string[]): Promise<readonly string[]>;
  /** Up to `limit` tables and views after a name, in one order that stays. Partitions belong to their table. */
  tables(schema: string, after: string | null, limit: number): Promise<readonly CatalogTable[]>;
  /**
   * Some rows of a table, the first ones that the database gives. Texts are cut after `longest` characters.
   * Throws `DatabaseError` when the table is gone, held, or not for this user.
   */
  firstRows(
    table: TableName,
    columns: readonly CatalogColumn[],
    amount: { readonly rows: number; readonly longest: number },
  ): Promise<readonly RowText[]>;
}
