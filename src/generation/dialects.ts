import type { DatabaseKind } from '../connections/connection-kinds.js';
import type { GenerationDialect } from '../engine/index.js';

const LOWER: GenerationDialect = { unquotedNames: 'lower', rowAddress: null };
const UPPER: GenerationDialect = { unquotedNames: 'upper', rowAddress: null };
const KEPT: GenerationDialect = { unquotedNames: 'kept', rowAddress: null };

const DIALECTS: Readonly<Record<DatabaseKind, GenerationDialect>> = {
  postgres: { unquotedNames: 'lower', rowAddress: 'ctid' },
  redshift: LOWER,
  databricks: LOWER,
  databricks_lakebase: LOWER,
  informix: LOWER,
  oracle: { unquotedNames: 'upper', rowAddress: 'ROWID' },
  snowflake: UPPER,
  db2_luw: UPPER,
  db2i: UPPER,
  saphana: UPPER,
  mysql: { unquotedNames: 'kept', rowAddress: 'db_row_id' },
  mariadb: { unquotedNames: 'kept', rowAddress: 'db_row_id' },
  mssql: { unquotedNames: 'kept', rowAddress: '%%physloc%%' },
  mssql_linked: KEPT,
  dynamo_db: KEPT,
  mongodb: KEPT,
  documentdb: KEPT,
};

/** How names are written in rulesets for a kind of database. */
export function dialectOf(kind: DatabaseKind): GenerationDialect {
  return DIALECTS[kind];
}
