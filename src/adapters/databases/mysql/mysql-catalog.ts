import type { TableName } from '../database-adapter.js';
import { quoteText } from './mysql-sql.js';

/** The catalog queries. What younger or other servers lack is asked for by queries that may fail. */

/** `WHERE` of one table, with the names of the columns that hold schema and table. */
function isTable({ schema, table }: TableName, prefix = 'TABLE'): string {
  return `${prefix}_SCHEMA = ${quoteText(schema)} AND ${prefix}_NAME = ${quoteText(table)}`;
}

export function tablesNamed(schema: string, table: string): string {
  return `SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES WHERE ${isTable({ schema, table })}`;
}

export function relation(name: TableName): string {
  return `SELECT t.TABLE_TYPE, t.ENGINE, t.TABLE_ROWS, t.CREATE_TIME, t.CREATE_OPTIONS,
      (SELECT e.TRANSACTIONS FROM information_schema.ENGINES e WHERE e.ENGINE = t.ENGINE)
    FROM information_schema.TABLES t WHERE ${isTable(name)}`;
}

export function columns(name: TableName): string {
  return `SELECT COLUMN_NAME, ORDINAL_POSITION, COLUMN_TYPE, IS_NULLABLE, CHARACTER_MAXIMUM_LENGTH,
      NUMERIC_PRECISION, NUMERIC_SCALE, COLLATION_NAME, EXTRA, PRIVILEGES, GENERATION_EXPRESSION
    FROM information_schema.COLUMNS WHERE ${isTable(name)} ORDER BY ORDINAL_POSITION`;
}

/** Parts of unique indexes in their order, primary key first; a prefix or an expression is marked. */
export function uniqueIndexes(name: TableName): string {
  return `SELECT INDEX_NAME, COLUMN_NAME, SUB_PART
    FROM information_schema.STATISTICS WHERE ${isTable(name)} AND NON_UNIQUE = 0
    ORDER BY INDEX_NAME <> 'PRIMARY', INDEX_NAME, SEQ_IN_INDEX`;
}

/** Columns of foreign keys, of this table and to it. */
export function foreignKeyColumns(name: TableName): string {
  return `SELECT COLUMN_NAME FROM information_schema.KEY_COLUMN_USAGE
      WHERE ${isTable(name)} AND REFERENCED_TABLE_NAME IS NOT NULL
    UNION
    SELECT REFERENCED_COLUMN_NAME FROM information_schema.KEY_COLUMN_USAGE
      WHERE ${isTable(name, 'REFERENCED_TABLE')}`;
}

export function partitionExpressions(name: TableName): string {
  return `SELECT DISTINCT PARTITION_EXPRESSION, SUBPARTITION_EXPRESSION
    FROM information_schema.PARTITIONS WHERE ${isTable(name)} AND PARTITION_NAME IS NOT NULL`;
}

/** MariaDB's only: there JSON is text with a constraint. */
export function columnChecks({ schema, table }: TableName): string {
  return `SELECT CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS
    WHERE CONSTRAINT_SCHEMA = ${quoteText(schema)} AND TABLE_NAME = ${quoteText(table)}`;
}

/** Where the server keeps such counters at all. */
export function writeCounters({ schema, table }: TableName): string {
  return `SELECT COUNT_INSERT, COUNT_UPDATE, COUNT_DELETE
    FROM performance_schema.table_io_waits_summary_by_table
    WHERE OBJECT_TYPE = 'TABLE' AND OBJECT_SCHEMA = ${quoteText(schema)} AND OBJECT_NAME = ${quoteText(table)}`;
}

/** Whether this user has a right on a table, by whatever level it is given; rights of roles are not seen. */
export function hasRight({ schema, table }: TableName, right: string): string {
  const wanted = `PRIVILEGE_TYPE = ${quoteText(right)} AND GRANTEE = @vizard_grantee`;
  return `(EXISTS (SELECT 1 FROM information_schema.USER_PRIVILEGES WHERE ${wanted})
    OR EXISTS (SELECT 1 FROM information_schema.SCHEMA_PRIVILEGES
      WHERE ${wanted} AND ${quoteText(schema)} LIKE TABLE_SCHEMA)
    OR EXISTS (SELECT 1 FROM information_schema.TABLE_PRIVILEGES WHERE ${wanted} AND ${isTable({ schema, table })}))`;
}

/** `'user'@'host'`, as the catalog spells who has a right. */
export const SET_GRANTEE = `SET @vizard_grantee = CONCAT(QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', 1)), '@',
  QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)))`;

/** Foreign keys of other tables to this one: constraint, schema, table, action, columns of the referring side. */
export function references(name: TableName): string {
  return `SELECT k.CONSTRAINT_NAME, k.TABLE_SCHEMA, k.TABLE_NAME, r.DELETE_RULE, k.COLUMN_NAME
    FROM information_schema.KEY_COLUMN_USAGE k
    JOIN information_schema.REFERENTIAL_CONSTRAINTS r ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA
      AND r.TABLE_NAME = k.TABLE_NAME AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME
    WHERE k.REFERENCED_TABLE_SCHEMA = ${quoteText(name.schema)}
      AND k.REFERENCED_TABLE_NAME = ${quoteText(name.table)}
      AND NOT (k.TABLE_SCHEMA = ${quoteText(name.schema)} AND k.TABLE_NAME = ${quoteText(name.table)})
    ORDER BY k.TABLE_SCHEMA, k.TABLE_NAME, k.CONSTRAINT_NAME, k.ORDINAL_POSITION`;
}

/** Foreign keys from and to a table: constraint, both tables, one pair of columns; in the constraint's order. */
export function referencesBothWays({ schema, table }: TableName): string {
  const [inSchema, named] = [quoteText(schema), quoteText(table)];
  return `SELECT CONSTRAINT_NAME, TABLE_SCHEMA, TABLE_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME,
      COLUMN_NAME, REFERENCED_COLUMN_NAME
    FROM information_schema.KEY_COLUMN_USAGE
    WHERE REFERENCED_TABLE_NAME IS NOT NULL AND ((TABLE_SCHEMA = ${inSchema} AND TABLE_NAME = ${named})
      OR (REFERENCED_TABLE_SCHEMA = ${inSchema} AND REFERENCED_TABLE_NAME = ${named}))
    ORDER BY TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`;
}

/**
 * Foreign keys to a table as the storage engine knows them, whoever asks: schema and table of the referring side, and the
 * column that is referred to. Its names are those of files.
 */
export function innodbReferences(
  { schema, table }: TableName,
  [keys, columns]: readonly [string, string],
): string {
  const file = (text: string): string => `CAST(CONVERT(${quoteText(text)} USING filename) AS BINARY)`;
  const part = (side: number): string =>
    `CONVERT(CONVERT(CAST(SUBSTRING_INDEX(f.FOR_NAME, '/', ${side}) AS BINARY) USING filename) USING utf8mb4)`;
  return `SELECT ${part(1)}, ${part(-1)}, c.REF_COL_NAME
    FROM information_schema.${keys} AS f JOIN information_schema.${columns} AS c ON c.ID = f.ID
    WHERE CAST(f.REF_NAME AS BINARY) = CONCAT(${file(schema)}, '/', ${file(table)})`;
}

export function collations(name: TableName): string {
  return `SELECT COLUMN_NAME, CHARACTER_SET_NAME, COLLATION_NAME FROM information_schema.COLUMNS WHERE ${isTable(name)}`;
}

/** Columns that would change by themselves, though no rule names them, and their types. */
export function selfUpdatingColumns(name: TableName): string {
  return `SELECT COLUMN_NAME, COLUMN_TYPE FROM information_schema.COLUMNS
    WHERE ${isTable(name)} AND EXTRA LIKE '%on update%' ORDER BY ORDINAL_POSITION`;
}

/** Names and definers of triggers, in the order in which they fire. */
export function triggersOf({ schema, table }: TableName, events: readonly string[]): string {
  return `SELECT TRIGGER_NAME, DEFINER FROM information_schema.TRIGGERS
    WHERE EVENT_OBJECT_SCHEMA = ${quoteText(schema)} AND EVENT_OBJECT_TABLE = ${quoteText(table)}
      AND (${events.map((event) => `EVENT_MANIPULATION LIKE '%${event}%'`).join(' OR ')})
    ORDER BY EVENT_MANIPULATION, ACTION_TIMING, ACTION_ORDER, TRIGGER_NAME`;
}
