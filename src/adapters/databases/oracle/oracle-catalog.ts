import type { RowText } from '../../../engine/index.js';
import type { TableName } from '../database-adapter.js';
import type { CatalogSql } from '../sql/catalog-sql.js';
import { quoteTable, quoteText } from './oracle-sql.js';
import { isWritable, limitsOf, spellType } from './oracle-types.js';

/** `WHERE` of one table or several. */
function among(alias: string, schema: string, tables: readonly string[], column = 'table_name'): string {
  return `${alias}.owner = ${quoteText(schema)} AND ${alias}.${column} IN (${list(tables)})`;
}

function list(names: readonly string[]): string {
  return names.map((name) => quoteText(name)).join(', ');
}

/** May this user do it, by himself or by a role that is enabled? */
function right(name: string, owner: string, table: string): string {
  return `CASE WHEN ${owner} = SYS_CONTEXT('USERENV', 'SESSION_USER')
      OR EXISTS (SELECT 1 FROM session_privs sp WHERE sp.privilege = '${name} ANY TABLE')
      OR EXISTS (SELECT 1 FROM all_tab_privs p WHERE p.table_schema = ${owner} AND p.table_name = ${table}
        AND p.privilege = '${name}') THEN 1 ELSE 0 END`;
}

const RELATIONS = `(SELECT t.owner, t.table_name, CASE WHEN t.partitioned = 'YES' THEN 'partitioned_table'
      WHEN EXISTS (SELECT 1 FROM all_external_tables e WHERE e.owner = t.owner AND e.table_name = t.table_name)
        THEN 'foreign_table' ELSE 'table' END AS kind, t.num_rows,
      CASE WHEN t.iot_type IS NOT NULL THEN 'index' WHEN t.temporary = 'Y' THEN 'temporary' END AS special
    FROM all_tables t WHERE t.nested = 'NO' AND t.secondary = 'N' AND t.dropped = 'NO'
      AND (t.iot_type IS NULL OR t.iot_type = 'IOT')
    UNION ALL SELECT v.owner, v.view_name, 'view', NULL, NULL FROM all_views v) r`;

/** Policies that show a user only some of the rows. */
const ROW_SECURITY = `CASE WHEN EXISTS (SELECT 1 FROM all_policies y
    WHERE y.object_owner = r.owner AND y.object_name = r.table_name AND y.enable = 'YES' AND y.sel = 'YES')
    THEN 1 ELSE 0 END`;

const REFUSAL = `CASE WHEN r.special = 'temporary' THEN 'rows of a temporary table belong to the session that made them' END`;

export const oracleCatalog: CatalogSql = {
  tablesNamed: (schema, table) =>
    `SELECT r.owner, r.table_name FROM ${RELATIONS} WHERE ${among('r', schema, [table])}`,
  schemasNamed: (names) => `SELECT username FROM all_users WHERE username IN (${list(names)})`,
  relation: ({ schema, table }) =>
    `SELECT r.table_name, r.kind, r.num_rows, ${ROW_SECURITY}, ${REFUSAL} FROM ${RELATIONS} WHERE ${among('r', schema, [table])}`,
  relations: ({ schema, after, limit }) =>
    `SELECT r.table_name, r.kind, r.num_rows FROM ${RELATIONS} WHERE r.owner = ${quoteText(schema)}
     ${after === null ? '' : `AND r.table_name > ${quoteText(after)}`}
     ORDER BY r.table_name FETCH FIRST ${limit} ROWS ONLY`,
  columns,
  toColumn,
  keys: (schema, tables) =>
    `SELECT i.table_name, i.index_name, CASE WHEN c.column_name LIKE 'SYS\\_NC%' ESCAPE '\\' THEN NULL ELSE c.column_name END,
       CASE WHEN i.index_type LIKE 'FUNCTION%' OR i.status = 'UNUSABLE' THEN 'part' END,
       CASE WHEN k.constraint_name IS NULL THEN 0 ELSE 1 END, CASE WHEN k.constraint_type = 'P' THEN 1 ELSE 0 END
     FROM all_indexes i JOIN all_ind_columns c ON c.index_owner = i.owner AND c.index_name = i.index_name
     LEFT JOIN all_constraints k ON k.owner = i.table_owner AND k.table_name = i.table_name
       AND k.index_name = i.index_name AND k.constraint_type IN ('P', 'U')
     WHERE i.uniqueness = 'UNIQUE' AND i.index_type <> 'LOB'
       AND i.table_owner = ${quoteText(schema)} AND i.table_name IN (${list(tables)})
     ORDER BY i.table_name, 6 DESC, i.index_name, c.column_position`,
  foreignKeys: (schema, tables) =>
    `SELECT f.constraint_name, f.owner, f.table_name, fc.column_name, t.owner, t.table_name, tc.column_name
     FROM all_constraints f JOIN all_cons_columns fc ON fc.owner = f.owner AND fc.constraint_name = f.constraint_name
     JOIN all_constraints t ON t.owner = f.r_owner AND t.constraint_name = f.r_constraint_name
     JOIN all_cons_columns tc ON tc.owner = t.owner AND tc.constraint_name = t.constraint_name AND tc.position = fc.position
     WHERE f.constraint_type = 'R' AND ((${among('f', schema, tables)}) OR (${among('t', schema, tables)}))
     ORDER BY f.owner, f.table_name, f.constraint_name, fc.position`,
  partitionColumns: ({ schema, table }) =>
    `SELECT column_name FROM all_part_key_columns k WHERE ${among('k', schema, [table], 'name')}
     UNION SELECT column_name FROM all_subpart_key_columns s WHERE ${among('s', schema, [table], 'name')} ORDER BY 1`,
  updateTriggers: (name) =>
    `SELECT g.trigger_name FROM all_triggers g WHERE ${firesOn(name)} ORDER BY g.trigger_name`,
  firstRows: (name, texts, rows) =>
    `SELECT ${texts.map((text, place) => `${text} AS c${place}`).join(', ')} FROM ${quoteTable(name)} s FETCH FIRST ${rows} ROWS ONLY`,
  startOf: (text, characters) => `SUBSTR(${text}, 1, ${characters})`,
};

/** Enabled triggers that fire on UPDATE: schema, name, and whether this user may switch them. */
export function triggersOf(name: TableName): string {
  const may = `CASE WHEN g.owner = SYS_CONTEXT('USERENV', 'SESSION_USER')
    OR EXISTS (SELECT 1 FROM session_privs sp WHERE sp.privilege = 'ALTER ANY TRIGGER') THEN 1 ELSE 0 END`;
  return `SELECT g.owner, g.trigger_name, ${may} FROM all_triggers g WHERE ${firesOn(name)} ORDER BY g.owner, g.trigger_name`;
}

function firesOn({ schema, table }: TableName): string {
  return `g.table_owner = ${quoteText(schema)} AND g.table_name = ${quoteText(table)}
    AND g.status = 'ENABLED' AND g.triggering_event LIKE '%UPDATE%'`;
}

/** Foreign keys of other tables to this one, in the form of `TableReferences`. */
export function references({ schema, table }: TableName): string {
  return `SELECT f.constraint_name, f.owner, f.table_name, f.delete_rule, c.column_name
    FROM all_constraints f JOIN all_cons_columns c ON c.owner = f.owner AND c.constraint_name = f.constraint_name
    JOIN all_constraints t ON t.owner = f.r_owner AND t.constraint_name = f.r_constraint_name
    WHERE f.constraint_type = 'R' AND f.status = 'ENABLED' AND ${among('t', schema, [table])}
      AND NOT (f.owner = t.owner AND f.table_name = t.table_name)
    ORDER BY f.owner, f.table_name, f.constraint_name, c.position`;
}

/** Flags: may this user empty the table, delete from it, read it? */
export function emptyingRights({ schema, table }: TableName): string {
  const [owner, name] = [quoteText(schema), quoteText(table)];
  const drop = `CASE WHEN ${owner} = SYS_CONTEXT('USERENV', 'SESSION_USER')
    OR EXISTS (SELECT 1 FROM session_privs sp WHERE sp.privilege = 'DROP ANY TABLE') THEN 1 ELSE 0 END`;
  return `SELECT ${drop}, ${right('DELETE', owner, name)}, ${right('SELECT', owner, name)} FROM dual`;
}

function columns(schema: string, tables: readonly string[]): string {
  const object = `(SELECT MIN(o.object_id) FROM all_objects o WHERE o.owner = c.owner
    AND o.object_name = c.table_name AND o.object_type IN ('TABLE', 'VIEW'))`;
  const always = `CASE WHEN EXISTS (SELECT 1 FROM all_tab_identity_cols y WHERE y.owner = c.owner
    AND y.table_name = c.table_name AND y.column_name = c.column_name AND y.generation_type = 'ALWAYS') THEN 1 ELSE 0 END`;
  const byColumn = (name: string): string => `CASE WHEN ${right(name, 'c.owner', 'c.table_name')} = 1
    OR EXISTS (SELECT 1 FROM all_col_privs q WHERE q.table_schema = c.owner AND q.table_name = c.table_name
      AND q.column_name = c.column_name AND q.privilege = '${name}') THEN 1 ELSE 0 END`;
  return `SELECT c.table_name, c.column_name, ${object}, c.internal_column_id, c.data_type, c.char_length, c.data_length,
      c.data_precision, c.data_scale, c.nullable, c.virtual_column, ${always}, ${right('SELECT', 'c.owner', 'c.table_name')},
      ${byColumn('UPDATE')}
    FROM all_tab_cols c WHERE c.user_generated = 'YES' AND ${among('c', schema, tables)}
    ORDER BY c.table_name, c.internal_column_id`;
}

function toColumn(row: RowText): ReturnType<CatalogSql['toColumn']> {
  const [, name, object, ordinal, type, characters, bytes, precision, scale, nullable] = row;
  const [virtual, always, canSelect, canUpdate] = row.slice(10);
  const facts = {
    ...{ dataType: type ?? '', characters: numberOf(characters), bytes: numberOf(bytes) },
    ...{ precision: numberOf(precision), scale: numberOf(scale) },
  };
  const typeName = spellType(facts);
  return {
    id: [object, ordinal].join('.'),
    name: name ?? '',
    typeName,
    nullable: nullable !== 'N',
    writable: virtual !== 'YES' && always !== '1' && isWritable(typeName),
    generated: virtual === 'YES',
    canSelect: canSelect === '1',
    canUpdate: canUpdate === '1',
    ...limitsOf(facts),
  };
}

function numberOf(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text);
}
