import type { CatalogTable, SchemaCatalog } from '../adapters/databases/index.js';
import { PartitionFailure } from '../runs/work/partition-failure.js';

/** Tables read from the catalog, looked at and stored together. */
const TABLES_AT_A_TIME = 50;

/**
 * The tables of some schemas, a few at a time. `lastOf` says where an earlier walk over a schema was broken off.
 * Throws `PartitionFailure` for a schema that does not exist.
 */
export async function* walkSchemas(
  catalog: SchemaCatalog,
  names: readonly string[],
  lastOf: (schema: string) => Promise<string | null>,
): AsyncGenerator<readonly CatalogTable[]> {
  const schemas = await catalog.schemas(names);
  const missing = names.filter((name) => !schemas.includes(name));
  if (missing.length > 0) {
    throw new PartitionFailure(
      'unknown_schema',
      `There is no schema ${missing.map((name) => `"${name}"`).join(', ')}. Names must be written exactly as in the database.`,
    );
  }
  for (const schema of new Set(schemas)) {
    let after = await lastOf(schema);
    for (;;) {
      const tables = await catalog.tables(schema, after, TABLES_AT_A_TIME);
      if (tables.length === 0) {
        break;
      }
      yield tables;
      after = tables.at(-1)?.name.table ?? null;
    }
  }
}
