import type { DatabaseKind } from '../connections/connection-kinds.js';
import type { GenerationDialect } from '../engine/index.js';

const LOWER: GenerationDialect = { unquotedNames: 'lower', rowAddress: null, masksKeys: true };
const UPPER: GenerationDialect = { unquotedNames: 'upper', rowAddress: null, masksKeys: true };
const KEPT: GenerationDialect = { unquotedNames: 'kept', rowAddress: null, masksKeys: true };

const DIALECTS: Readonly<Record<DatabaseKind, GenerationDialect>> = {
  postgres: { unquotedNames: 'lower', rowAddress: 'ctid', masksKeys: true },
  redshift: LOWER,
  databricks: LOWER,
  databricks_lakebase: LOWER,
  informix: LOWER,
  oracle: { unquotedNames: 'upper', rowAddress: 'ROWID', masksKeys: true },
  snowflake: UPPER,
  db2_luw: UPPER,
  db2i: UPPER,
  saphana: UPPER,
  // Their adapter cannot rewrite keys yet.
  mysql: { ...KEPT, masksKeys: false },
  mariadb: { ...KEPT, masksKeys: false },
  mssql: KEPT,
  mssql_linked: KEPT,
  dynamo_db: KEPT,
  mongodb: KEPT,
  documentdb: KEPT,
};

/** How names are written in rulesets for a kind of database. */
export function dialectOf(kind: DatabaseKind): GenerationDialect {
  return DIALECTS[kind];
}
