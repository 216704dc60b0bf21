import type { RowText } from '../../../engine/index.js';
import type { TableName } from '../database-adapter.js';
import type { CatalogSql } from '../sql/catalog-sql.js';
import { quoteTable, quoteText } from './mssql-sql.js';
import { isWritable, limitsOf, spellType } from './mssql-types.js';

/** Names of the catalog differ by more than case only where the database says so: exactly, before anything else. */
const EXACTLY = 'COLLATE Latin1_General_100_BIN2';

const IS_TABLE = "o.type IN ('U', 'V')";
const SOURCE = 'sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id';

/** `WHERE` of one table or several. */
function among(schema: string, tables: readonly string[], alias = 'o'): string {
  const list = tables.map((table) => quoteText(table)).join(', ');
  return `s.name ${EXACTLY} = ${quoteText(schema)} AND ${alias}.name ${EXACTLY} IN (${list})`;
}

const ROWS = `(SELECT CONVERT(varchar(20), SUM(p.rows)) FROM sys.partitions p
    WHERE p.object_id = o.object_id AND p.index_id IN (0, 1))`;

const KIND = `CASE WHEN o.type = 'V' THEN 'view'
    WHEN EXISTS (SELECT 1 FROM sys.tables e WHERE e.object_id = o.object_id AND e.is_external = 1) THEN 'foreign_table'
    WHEN EXISTS (SELECT 1 FROM sys.partitions p WHERE p.object_id = o.object_id AND p.partition_number > 1)
      THEN 'partitioned_table' ELSE 'table' END`;

const ROW_SECURITY = `CASE WHEN EXISTS (SELECT 1 FROM sys.security_predicates f
    JOIN sys.security_policies y ON y.object_id = f.object_id
    WHERE f.target_object_id = o.object_id AND f.predicate_type = 0 AND y.is_enabled = 1) THEN 1 ELSE 0 END`;

/** What would keep the former values readable, or cannot be masked row by row. */
const REFUSAL = `(SELECT CASE
      WHEN t.temporal_type = 2 THEN N'the table keeps its former rows (system versioning), and so what is masked would stay readable: switch the versioning off first'
      WHEN t.temporal_type = 1 THEN N'the table holds the former rows of another one (system versioning): switch the versioning off first'
      WHEN t.is_tracked_by_cdc = 1 THEN N'change data capture keeps the former values of the table, and so what is masked would stay readable: disable it first'
      WHEN t.is_node = 1 OR t.is_edge = 1 THEN N'graph tables cannot be masked'
    END FROM sys.tables t WHERE t.object_id = o.object_id)`;

export function mssqlCatalog(databaseCollation: string): CatalogSql {
  return {
    tablesNamed: (schema, table) =>
      `SELECT s.name, o.name FROM ${SOURCE} WHERE ${IS_TABLE} AND s.name = ${quoteText(schema)} AND o.name = ${quoteText(table)}`,
    schemasNamed: (names) =>
      `SELECT name FROM sys.schemas WHERE name ${EXACTLY} IN (${names.map((name) => quoteText(name)).join(', ')})`,
    relation: ({ schema, table }) =>
      `SELECT o.name, ${KIND}, ${ROWS}, ${ROW_SECURITY}, ${REFUSAL} FROM ${SOURCE}
       WHERE ${IS_TABLE} AND ${among(schema, [table])}`,
    relations: ({ schema, after, limit }) =>
      `SELECT TOP (${limit}) o.name, ${KIND}, ${ROWS} FROM ${SOURCE}
       WHERE ${IS_TABLE} AND o.is_ms_shipped = 0 AND s.name ${EXACTLY} = ${quoteText(schema)}
       ${after === null ? '' : `AND o.name ${EXACTLY} > ${quoteText(after)}`} ORDER BY o.name ${EXACTLY}`,
    columns,
    toColumn: (row) => toColumn(row, databaseCollation),
    keys,
    foreignKeys,
    partitionColumns: ({ schema, table }) =>
      `SELECT DISTINCT c.name FROM ${SOURCE} JOIN sys.index_columns k ON k.object_id = o.object_id
       JOIN sys.columns c ON c.object_id = k.object_id AND c.column_id = k.column_id
       WHERE k.partition_ordinal > 0 AND ${among(schema, [table])} ORDER BY c.name`,
    updateTriggers: (name) => `SELECT name FROM (${triggersOf(name)}) x ORDER BY name`,
    firstRows: (name, list, rows) =>
      `SELECT TOP (${rows}) ${list.map((text, place) => `${text} AS c${place}`).join(', ')} FROM ${quoteTable(name)} s`,
    startOf: (text, characters) => `LEFT(${text}, ${characters})`,
  };
}

/** Enabled triggers that fire on UPDATE: name, and whether this user may switch them. */
export function triggersOf({ schema, table }: TableName): string {
  const right = `HAS_PERMS_BY_NAME(${quoteText(quoteTable({ schema, table }))}, 'OBJECT', 'ALTER')`;
  return `SELECT DISTINCT r.name, CONVERT(varchar(1), ISNULL(${right}, 0)) AS may_change
    FROM ${SOURCE} JOIN sys.triggers r ON r.parent_id = o.object_id
    JOIN sys.trigger_events e ON e.object_id = r.object_id
    WHERE r.is_disabled = 0 AND e.type = 2 AND ${among(schema, [table])}`;
}

/** Foreign keys of other tables to this one, in the form of `TableReferences`. */
export function references({ schema, table }: TableName): string {
  return `SELECT f.name, SCHEMA_NAME(f.schema_id), OBJECT_NAME(f.parent_object_id),
      REPLACE(f.delete_referential_action_desc, '_', ' '), c.name
    FROM ${SOURCE} JOIN sys.foreign_keys f ON f.referenced_object_id = o.object_id
    JOIN sys.foreign_key_columns k ON k.constraint_object_id = f.object_id
    JOIN sys.columns c ON c.object_id = k.parent_object_id AND c.column_id = k.parent_column_id
    WHERE f.is_disabled = 0 AND f.parent_object_id <> f.referenced_object_id AND ${among(schema, [table])}
    ORDER BY 2, 3, 1, k.constraint_column_id`;
}

function columns(schema: string, tables: readonly string[]): string {
  const right = (name: string): string =>
    `HAS_PERMS_BY_NAME(QUOTENAME(s.name) + '.' + QUOTENAME(o.name), 'OBJECT', '${name}', QUOTENAME(c.name), 'COLUMN')`;
  return `SELECT o.name, c.name, o.object_id, c.column_id,
      CASE WHEN c.system_type_id = 240 THEN y.name ELSE TYPE_NAME(c.system_type_id) END,
      c.max_length, c.precision, c.scale, c.collation_name, c.is_nullable, c.is_computed, c.is_identity,
      c.generated_always_type, CASE WHEN c.encryption_type IS NULL THEN 0 ELSE 1 END,
      ${right('SELECT')}, ${right('UPDATE')}
    FROM ${SOURCE} JOIN sys.columns c ON c.object_id = o.object_id
    JOIN sys.types y ON y.user_type_id = c.user_type_id
    WHERE ${IS_TABLE} AND ${among(schema, tables)} ORDER BY o.name, c.column_id`;
}

function toColumn(row: RowText, databaseCollation: string): ReturnType<CatalogSql['toColumn']> {
  const [, name = '', object, ordinal, type, maxLength, precision, scale, collation = null, nullable] = row;
  const [computed, identity, generatedAlways, encrypted, canSelect, canUpdate] = row.slice(10);
  const base = type ?? '';
  const facts = {
    ...{ base, maxLength: Number(maxLength), precision: Number(precision) },
    ...{ scale: Number(scale), collation, databaseCollation },
  };
  const typeName = spellType(facts);
  const generated = computed === '1' || generatedAlways !== '0' || isVersioned(base);
  return {
    id: [object, ordinal].join('.'),
    name: name ?? '',
    typeName,
    nullable: nullable === '1',
    writable: !generated && identity === '0' && encrypted === '0' && isWritable(base),
    generated,
    canSelect: canSelect === '1',
    canUpdate: canUpdate === '1',
    ...limitsOf(facts),
  };
}

/** The server gives such a column another value whenever its row changes. */
function isVersioned(base: string): boolean {
  return base === 'timestamp' || base === 'rowversion';
}

function keys(schema: string, tables: readonly string[]): string {
  return `SELECT o.name, i.name, c.name,
      CASE WHEN i.has_filter = 1 OR i.is_disabled = 1 THEN 'part' END,
      CASE WHEN i.is_primary_key = 1 OR i.is_unique_constraint = 1 THEN 1 ELSE 0 END, i.is_primary_key
    FROM ${SOURCE} JOIN sys.indexes i ON i.object_id = o.object_id
    JOIN sys.index_columns k ON k.object_id = i.object_id AND k.index_id = i.index_id AND k.key_ordinal > 0
    JOIN sys.columns c ON c.object_id = k.object_id AND c.column_id = k.column_id
    WHERE i.is_unique = 1 AND i.is_hypothetical = 0 AND ${among(schema, tables)}
    ORDER BY o.name, i.is_primary_key DESC, i.name, k.key_ordinal`;
}

/** See `KeyRows`. */
export function foreignKeys(schema: string, tables: readonly string[]): string {
  const side = (kind: 'parent' | 'referenced', alias: string): string =>
    `JOIN sys.objects ${alias} ON ${alias}.object_id = f.${kind}_object_id
     JOIN sys.schemas ${alias}s ON ${alias}s.schema_id = ${alias}.schema_id
     JOIN sys.columns ${alias}c ON ${alias}c.object_id = k.${kind}_object_id AND ${alias}c.column_id = k.${kind}_column_id`;
  const named = (alias: string): string =>
    `(${among(schema, tables, alias).replace('s.name', `${alias}s.name`)})`;
  return `SELECT f.name, ps.name, p.name, pc.name, rs.name, r.name, rc.name
    FROM sys.foreign_keys f JOIN sys.foreign_key_columns k ON k.constraint_object_id = f.object_id
    ${side('parent', 'p')} ${side('referenced', 'r')}
    WHERE ${named('p')} OR ${named('r')}
    ORDER BY ps.name, p.name, f.name, k.constraint_column_id`;
}
