import type pg from 'pg';

/** One of our tables, as a backup holds it. */
export interface StoreTable {
  readonly name: string;
  readonly columns: readonly StoreColumn[];
}

interface StoreColumn {
  readonly name: string;
  /** As the server writes it, such as `character varying(64)`. */
  readonly type: string;
}

interface ColumnRow extends StoreColumn {
  readonly table: string;
}

interface Reference {
  readonly from: string;
  readonly to: string;
}

/** Kept by the migrations themselves. */
const MIGRATIONS_TABLE = 'schema_migration';

/** All tables of ours with the columns that can be written, those that others refer to first. */
export async function storeTables(client: pg.ClientBase): Promise<readonly StoreTable[]> {
  const { rows: columns } = await client.query<ColumnRow>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> $1
     ORDER BY c.relname, a.attnum`,
    [MIGRATIONS_TABLE],
  );
  const { rows: references } = await client.query<Reference>(
    `SELECT DISTINCT f.relname AS from, t.relname AS to FROM pg_constraint k
     JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
     WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace AND f.oid <> t.oid`,
  );
  const names = inOrder([...new Set(columns.map(({ table }) => table))], references);
  return names.map((name) => ({
    name,
    columns: columns
      .filter(({ table }) => table === name)
      .map((column) => ({ name: column.name, type: column.type })),
  }));
}

/** Our tables refer to each other without a circle. */
function inOrder(names: readonly string[], references: readonly Reference[]): readonly string[] {
  const ordered: string[] = [];
  const left = new Set(names);
  while (left.size > 0) {
    const ready = [...left].filter(
      (name) => !references.some(({ from, to }) => from === name && left.has(to)),
    );
    if (ready.length === 0) {
      throw new Error(`The tables ${[...left].join(', ')} refer to each other in a circle.`);
    }
    ready.forEach((name) => left.delete(name));
    ordered.push(...ready);
  }
  return ordered;
}

/** An identifier as SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
