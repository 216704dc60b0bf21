import type { TableDescription, TargetColumn } from '../database-adapter.js';
import type { KeyPlace } from '../key-rewriting.js';
import { collations } from './mysql-catalog.js';
import type { MysqlClient } from './mysql-client.js';
import type { MysqlIntrospector } from './mysql-introspector.js';
import { quoteIdentifier } from './mysql-sql.js';
import { baseOf, isText, readExpression } from './mysql-types.js';

/** A column whose values are keys. */
export interface KeyColumn {
  readonly column: TargetColumn;
  /** Null: not a text. */
  readonly charset: string | null;
  readonly collation: string | null;
}

export interface BoundPlace {
  readonly place: KeyPlace;
  readonly description: TableDescription;
  readonly columns: readonly KeyColumn[];
  /** A unique index is over some of the columns, so that values cannot be permuted row by row. */
  readonly isUnique: boolean;
}

export async function bindPlace(
  client: MysqlClient,
  introspector: MysqlIntrospector,
  place: KeyPlace,
): Promise<BoundPlace> {
  const description = await introspector.describeTable(place.table);
  const found = new Map(
    (await client.query(collations(place.table))).map(([name, charset = null, collation = null]) => [
      name ?? '',
      { charset, collation },
    ]),
  );
  const columns = place.columns.map((name) => ({
    column: description.columns.find((candidate) => candidate.name === name)!,
    ...(found.get(name) ?? { charset: null, collation: null }),
  }));
  const isUnique = columns.some(({ column }) => column.inUniqueIndex);
  return { place, description, columns, isUnique };
}

/** Can values of both be compared as they are, and an index serve it? */
export function isAlike({ column: one }: KeyColumn, { column: other }: KeyColumn): boolean {
  const [first, second] = [one, other].map(({ kind, typeName }) =>
    kind === 'integer' || kind === 'decimal' ? 'number' : isText(typeName) ? 'text' : baseOf(typeName),
  );
  return first === second;
}

/** The column of a place as what it is compared with where it is like the owner's: their collation is the owner's. */
export function asOwner(alias: string, own: KeyColumn, owner: KeyColumn): string {
  const column = `${alias}.${quoteIdentifier(own.column.name)}`;
  return owner.charset === null || own.collation === owner.collation
    ? column
    : `CONVERT(${column} USING ${owner.charset}) COLLATE ${owner.collation ?? 'utf8mb4_bin'}`;
}

/** Any value as the text that is told apart from every other one. */
export function asText(expression: string, { column }: KeyColumn): string {
  return `CONVERT(${readExpression(expression, column.typeName)} USING utf8mb4) COLLATE utf8mb4_bin`;
}

/** `left = right` between columns that hold the same keys, perhaps in different types. */
export function matchColumns(
  left: { readonly alias: string; readonly column: KeyColumn },
  right: { readonly alias: string; readonly column: KeyColumn },
): string {
  const named = ({ alias, column }: typeof left): string => `${alias}.${quoteIdentifier(column.column.name)}`;
  return isAlike(left.column, right.column)
    ? `${asOwner(left.alias, left.column, right.column)} = ${named(right)}`
    : `${asText(named(left), left.column)} = ${asText(named(right), right.column)}`;
}
