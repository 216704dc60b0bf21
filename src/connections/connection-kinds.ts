/** What a connection (or a run) masks. */
export type MaskType = 'database' | 'file';

export const MASK_TYPES = ['database', 'file'] as const satisfies readonly MaskType[];

/** The wire's `db_type` values; clients refuse any other. */
export const DATABASE_KINDS = [
  'postgres',
  'mysql',
  'oracle',
  'mariadb',
  'mssql',
  'redshift',
  'dynamo_db',
  'db2_luw',
  'db2i',
  'mssql_linked',
  'snowflake',
  'mongodb',
  'documentdb',
  'databricks_lakebase',
  'databricks',
  'informix',
  'saphana',
] as const;

/** The wire's `type` values of file connections. */
export const FILE_KINDS = ['s3_connection', 'azure_blob_connection', 'mounted_share_connection'] as const;

export type DatabaseKind = (typeof DATABASE_KINDS)[number];
export type FileKind = (typeof FILE_KINDS)[number];
export type ConnectionKind = DatabaseKind | FileKind;

export function isFileKind(kind: ConnectionKind): kind is FileKind {
  return (FILE_KINDS as readonly string[]).includes(kind);
}
