import type { DatabaseAdapter } from './database-adapter.js';
import { postgresAdapter } from './postgres/postgres-adapter.js';

export type * from './database-adapter.js';
export { DatabaseError } from './database-adapter.js';
export { tableShape } from './table-shape.js';

/** Database kinds that runs can mask, by the wire's `db_type`. */
export const DATABASE_ADAPTERS: Readonly<Record<string, DatabaseAdapter>> = {
  postgres: postgresAdapter,
};
