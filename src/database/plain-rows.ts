import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/**
 * What a query finds as plain objects with these properties: building entities takes most of the time of a long list.
 * For columns without a transformer; page by `limit` and `offset`, and order by columns. `computed`: further properties, by
 * SQL that gives a text, or null.
 */
export function plainRows<
  Thing extends ObjectLiteral,
  Name extends keyof Thing & string,
  Further extends string = never,
>(
  found: SelectQueryBuilder<Thing>,
  names: readonly Name[],
  computed?: Readonly<Record<Further, string>>,
): Promise<(Pick<Thing, Name> & Record<Further, string | null>)[]> {
  const rows = found.clone().select([]);
  for (const name of names) {
    rows.addSelect(`${found.alias}.${name}`, name);
  }
  for (const [name, sql] of Object.entries<string>(computed ?? {})) {
    rows.addSelect(sql, name);
  }
  return rows.getRawMany();
}
