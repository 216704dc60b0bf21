import type { DatabaseAdapter } from './database-adapter.js';
import { mssqlAdapter } from './mssql/mssql-adapter.js';
import { mssqlOptionsProblem } from './mssql/mssql-options.js';
import { mysqlAdapter } from './mysql/mysql-adapter.js';
import { mysqlOptionsProblem } from './mysql/mysql-options.js';
import { oracleAdapter } from './oracle/oracle-adapter.js';
import { oracleOptionsProblem } from './oracle/oracle-options.js';
import { postgresAdapter } from './postgres/postgres-adapter.js';
import { postgresOptionsProblem } from './postgres/postgres-options.js';

export type * from './database-adapter.js';
export type * from './key-rewriting.js';
export type * from './schema-catalog.js';
export type * from './table-statistics.js';
export { countsToText } from './column-counts.js';
export { claimLost, DatabaseError, DEALT_KEY, DEALT_VALUE } from './database-adapter.js';
export { tableShape } from './table-shape.js';

/** Database kinds that runs can mask, by the wire's `db_type`. */
export const DATABASE_ADAPTERS: Readonly<Record<string, DatabaseAdapter>> = {
  postgres: postgresAdapter,
  mysql: mysqlAdapter,
  mariadb: mysqlAdapter,
  mssql: mssqlAdapter,
  oracle: oracleAdapter,
};

const OPTION_CHECKS: Readonly<Partial<Record<string, typeof postgresOptionsProblem>>> = {
  postgres: postgresOptionsProblem,
  mysql: mysqlOptionsProblem,
  mariadb: mysqlOptionsProblem,
  mssql: mssqlOptionsProblem,
  oracle: oracleOptionsProblem,
};

/** What is wrong with a connection's engine options, known without connecting; null: nothing that is known. */
export function engineOptionsProblem(
  kind: string,
  options: Readonly<Record<string, unknown>>,
): string | null {
  return OPTION_CHECKS[kind]?.(options) ?? null;
}
