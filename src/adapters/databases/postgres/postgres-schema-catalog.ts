import type { RowText } from '../../../engine/index.js';
import type { TableName } from '../database-adapter.js';
import type {
  CatalogColumn,
  CatalogTable,
  ForeignKey,
  IncomingKey,
  NamedKey,
  RelationKind,
  SchemaCatalog,
  UniqueKey,
} from '../schema-catalog.js';
import type { PostgresClient } from './postgres-client.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';
import { limitsOf } from './postgres-values.js';

const KINDS: Readonly<Record<string, RelationKind>> = {
  r: 'table',
  p: 'partitioned_table',
  v: 'view',
  m: 'materialized_view',
  f: 'foreign_table',
};

const SCHEMAS = `
SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname::text = ANY ($1::text[])`;

/** $1 schema, $2 name or null, $3 count. */
const RELATIONS = `
SELECT c.oid, c.relname, c.relkind, CASE WHEN c.reltuples >= 0 THEN round(c.reltuples::numeric) END
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname::text = $1::text AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND ($2::text IS NULL OR c.relname::text COLLATE "C" > $2::text COLLATE "C")
ORDER BY c.relname::text COLLATE "C" LIMIT $3::int`;

/** $1 table oids. Domains are followed to their base type; the modifier is the first one met on the way. */
const COLUMNS = `
WITH RECURSIVE columns AS (
  SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull,
    coalesce(to_jsonb(a) ->> 'attgenerated', '') = '' AND coalesce(to_jsonb(a) ->> 'attidentity', '') <> 'a' AS writable
  FROM pg_catalog.pg_attribute a
  WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
), bases AS (
  SELECT t.oid AS start, -1 AS modifier, t.oid, t.typtype, t.typbasetype, t.typname, t.typnamespace, t.typtypmod,
    t.typnotnull AS notnull
  FROM pg_catalog.pg_type t WHERE t.oid IN (SELECT atttypid FROM columns)
  UNION ALL
  SELECT b.start, CASE WHEN b.modifier >= 0 THEN b.modifier ELSE b.typtypmod END, t.oid, t.typtype, t.typbasetype,
    t.typname, t.typnamespace, t.typtypmod, b.notnull OR t.typnotnull
  FROM bases b JOIN pg_catalog.pg_type t ON t.oid = b.typbasetype
  WHERE b.typtype = 'd'
)
SELECT c.attrelid, c.attname, pg_catalog.format_type(c.atttypid, c.atttypmod), b.typname, n.nspname = 'pg_catalog',
  CASE WHEN c.atttypmod >= 0 THEN c.atttypmod ELSE b.modifier END,
  NOT (c.attnotnull OR b.notnull), c.writable, has_column_privilege(c.attrelid, c.attnum, 'SELECT')
FROM columns c
JOIN bases b ON b.start = c.atttypid AND b.typtype <> 'd'
JOIN pg_catalog.pg_namespace n ON n.oid = b.typnamespace
ORDER BY c.attrelid, c.attnum`;

const NAMES = (table: string, numbers: string): string => `(
  SELECT json_agg(a.attname ORDER BY k.place)
  FROM unnest(${numbers}) WITH ORDINALITY AS k (attnum, place)
  JOIN pg_catalog.pg_attribute a ON a.attrelid = ${table} AND a.attnum = k.attnum)`;

/** $1 table oids. */
const KEYS = `
SELECT i.indrelid, c.relname, i.indisprimary, coalesce(k.contype IN ('p', 'u'), false), (
  SELECT json_agg(a.attname ORDER BY p.place)
  FROM unnest(i.indkey) WITH ORDINALITY AS p (attnum, place)
  JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = p.attnum
  WHERE p.place <= coalesce((to_jsonb(i) ->> 'indnkeyatts')::int, i.indnatts))
FROM pg_catalog.pg_index i
JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
LEFT JOIN pg_catalog.pg_constraint k ON k.conindid = i.indexrelid AND k.conrelid = i.indrelid AND k.contype IN ('p', 'u')
WHERE i.indrelid = ANY ($1::oid[]) AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
ORDER BY i.indrelid, i.indisprimary DESC, c.relname`;

/** $1 table oids: foreign keys from and to them. Those that a partition has only from its parent are left out. */
const FOREIGN_KEYS = `
SELECT f.conname, f.conrelid, n.nspname, c.relname, ${NAMES('f.conrelid', 'f.conkey')},
  f.confrelid, rn.nspname, r.relname, ${NAMES('f.confrelid', 'f.confkey')}
FROM pg_catalog.pg_constraint f
JOIN pg_catalog.pg_class c ON c.oid = f.conrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_class r ON r.oid = f.confrelid
JOIN pg_catalog.pg_namespace rn ON rn.oid = r.relnamespace
WHERE f.contype = 'f' AND (f.conrelid = ANY ($1::oid[]) OR f.confrelid = ANY ($1::oid[]))
  AND NOT c.relispartition AND NOT r.relispartition
ORDER BY f.conname, f.oid`;

/** Walks PostgreSQL's own catalog. */
export class PostgresSchemaCatalog implements SchemaCatalog {
  constructor(private readonly client: PostgresClient) {}

  async schemas(names: readonly string[]): Promise<readonly string[]> {
    if (names.length === 0) {
      const { rows } = await this.client.readCatalog('SELECT pg_catalog.current_schema()');
      return rows.flatMap(([name]) => name ?? []);
    }
    const { rows } = await this.client.readCatalog(SCHEMAS, [[...names]]);
    const found = new Set(rows.map(([name]) => name));
    return names.filter((name) => found.has(name));
  }

  async tables(schema: string, after: string | null, limit: number): Promise<readonly CatalogTable[]> {
    const relations = (await this.client.readCatalog(RELATIONS, [schema, after, limit])).rows;
    const oids = [relations.map(([oid]) => oid)];
    const columns = (await this.client.readCatalog(COLUMNS, oids)).rows;
    const keys = (await this.client.readCatalog(KEYS, oids)).rows;
    const foreignKeys = (await this.client.readCatalog(FOREIGN_KEYS, oids)).rows;
    return relations.map(([oid, table, kind, rows]) => {
      const own = keys.filter(([owner]) => owner === oid);
      return {
        name: { schema, table: table ?? '' },
        kind: KINDS[kind ?? ''] ?? 'other',
        rowEstimate: rows === null || rows === undefined ? null : Number(rows),
        columns: columns.filter(([owner]) => owner === oid).map(toColumn),
        primaryKey: own.filter(([, , primary]) => primary === 't').map(toKey)[0] ?? null,
        uniqueKeys: own.filter(([, , primary]) => primary !== 't').map(toUniqueKey),
        foreignKeys: foreignKeys.filter((row) => row[1] === oid).map(toForeignKey),
        referencedBy: foreignKeys.filter((row) => row[5] === oid).map(toIncomingKey),
      };
    });
  }

  async firstRows(
    table: TableName,
    columns: readonly CatalogColumn[],
    amount: { readonly rows: number; readonly longest: number },
  ): Promise<readonly RowText[]> {
    const list = columns.map(
      ({ name }) => `left(${quoteIdentifier(name)}::text, ${Math.trunc(amount.longest)})`,
    );
    const sql = `SELECT ${list.join(', ')} FROM ${quoteTable(table)} LIMIT ${Math.trunc(amount.rows)}`;
    return (await this.client.query(sql)).rows;
  }
}

function toColumn([
  ,
  name,
  typeName,
  baseName,
  inSystem,
  modifier,
  nullable,
  ...flags
]: RowText): CatalogColumn {
  const [writable, canSelect] = flags;
  return {
    name: name ?? '',
    typeName: typeName ?? '',
    nullable: nullable === 't',
    writable: writable === 't',
    canSelect: canSelect === 't',
    ...limitsOf({ name: baseName ?? '', inSystemSchema: inSystem === 't', modifier: Number(modifier) }),
  };
}

function toKey([, name, , , columns]: RowText): NamedKey {
  return { name: name ?? '', columns: listOf(columns) };
}

function toUniqueKey(row: RowText): UniqueKey {
  return { ...toKey(row), isConstraint: row[3] === 't' };
}

function toForeignKey([name, , , , columns, , schema, table, referenced]: RowText): ForeignKey {
  return {
    name: name ?? '',
    columns: listOf(columns),
    references: { schema: schema ?? '', table: table ?? '', columns: listOf(referenced) },
  };
}

function toIncomingKey([name, , schema, table, columns, , , , referenced]: RowText): IncomingKey {
  return {
    name: name ?? '',
    columns: listOf(referenced),
    from: { schema: schema ?? '', table: table ?? '', columns: listOf(columns) },
  };
}

function listOf(json: string | null | undefined): readonly string[] {
  return JSON.parse(json ?? '[]') as string[];
}
