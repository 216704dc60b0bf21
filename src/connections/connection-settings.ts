import { isDeepStrictEqual } from 'node:util';

import type { DatabaseSettings } from '../adapters/databases/index.js';
import type { StorageRoles, StorageSettings } from '../adapters/storage/index.js';
import type { ConnectionKind, DatabaseKind } from './connection-kinds.js';

/** What is stored openly of a connection, by family. Secrets are kept apart: `ConnectionSecrets`. */
export interface SqlSettings {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly schema: string;
  readonly isReadOnly: boolean;
  readonly engineOptions: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
  readonly dataEncoding?: string;
  readonly iamRoleArn?: string;
  readonly serviceName?: string;
  readonly linkedServer?: string;
  readonly s3BucketName?: string;
  readonly s3RedshiftIamRole?: string;
  readonly oracleWallet?: string;
  readonly connectionFileset?: string;
}

export interface MongoSettings {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly authSource: string;
  readonly tls: boolean;
  readonly tlsCaFile?: string;
  readonly tlsAllowInvalidCertificates: boolean;
  readonly directConnection: boolean;
  readonly retryWrites: boolean;
  readonly replicaSet?: string;
  readonly isReadOnly: boolean;
}

export interface DynamoSettings {
  readonly s3BucketName: string;
  readonly dynamoAppendDatetime: boolean;
  readonly dynamoAppendSuffix: string;
  readonly dynamoReplaceTables: boolean;
  readonly dynamoDefaultRegion?: string;
  readonly dynamoDefaultSse: Readonly<Record<string, unknown>>;
  readonly iamRoleArn?: string;
  readonly exportS3Prefix?: string;
  readonly isReadOnly: boolean;
}

export interface SnowflakeSettings {
  readonly database: string;
  readonly schema: string;
  readonly isReadOnly: boolean;
  readonly host: string;
  readonly port?: number;
  readonly user: string;
  readonly snowflakeRole?: string;
  readonly snowflakeAccountId?: string;
  readonly snowflakeWarehouse?: string;
  readonly snowflakeStorageIntegrationName?: string;
  readonly snowflakePrivateKey?: string;
  readonly snowflakeStageLocation: string;
  readonly s3BucketName?: string;
  readonly iamRoleArn?: string;
  readonly snowflakeAzureContainerName?: string;
}

export interface DatabricksSettings {
  readonly serverHostname: string;
  readonly httpPath: string;
  readonly catalog: string;
  readonly schema: string;
  readonly isReadOnly: boolean;
}

export interface FileSettings {
  readonly baseDirectory: string;
  readonly bucket?: string;
  readonly region?: string;
  readonly endpoint?: string;
  readonly forcePathStyle?: boolean;
  readonly accessKeyId?: string;
  readonly container?: string;
  readonly iamRoleArn?: string;
  readonly isFileMaskSource: boolean;
  readonly isFileMaskDestination: boolean;
}

export type ConnectionSettings =
  SqlSettings | MongoSettings | DynamoSettings | SnowflakeSettings | DatabricksSettings | FileSettings;

export const SECRET_NAMES = [
  'password',
  'secretAccessKey',
  'sessionToken',
  'connectionString',
  'accessToken',
  'snowflakePrivateKeyPassphrase',
  'snowflakeAzureConnectionString',
  'engineOptions',
] as const;

export type SecretName = (typeof SECRET_NAMES)[number];

/** Sealed before they are stored; an absent one is not set. `engineOptions` is JSON: the options named like secrets. */
export type ConnectionSecrets = Readonly<Partial<Record<SecretName, string>>>;

/** Kinds that share their fields with no SQL database. */
type OtherFamily = 'dynamo_db' | 'mongodb' | 'documentdb' | 'snowflake' | 'databricks';
export type SqlKind = Exclude<DatabaseKind, OtherFamily>;

/** The address and credentials that an adapter takes; what this kind of connection lacks is empty. */
export function toDatabaseSettings(
  settings: ConnectionSettings,
  secrets: ConnectionSecrets,
): DatabaseSettings {
  return {
    host: 'host' in settings ? settings.host : '',
    tcpPort: 'port' in settings ? (settings.port ?? 0) : 0,
    database: 'database' in settings ? settings.database : '',
    ...('serviceName' in settings ? { serviceName: settings.serviceName } : {}),
    user: 'user' in settings ? settings.user : '',
    password: secrets.password ?? '',
    schema: 'schema' in settings ? settings.schema : '',
    engineOptions: {
      ...('engineOptions' in settings ? settings.engineOptions : {}),
      ...(JSON.parse(secrets.engineOptions ?? '{}') as Record<string, unknown>),
    },
    readOnly: isReadOnly(settings),
  };
}

/** The address and credentials that a storage takes; null: the connection is none to files. */
export function toStorageSettings(
  settings: ConnectionSettings,
  secrets: ConnectionSecrets,
): StorageSettings | null {
  if (!('baseDirectory' in settings)) {
    return null;
  }
  const endpoint = text(settings.endpoint);
  return {
    baseDirectory: settings.baseDirectory,
    bucket: text(settings.bucket),
    region: text(settings.region),
    endpoint,
    forcePathStyle: settings.forcePathStyle ?? endpoint !== '',
    iamRoleArn: text(settings.iamRoleArn),
    accessKeyId: text(settings.accessKeyId),
    secretAccessKey: text(secrets.secretAccessKey),
    sessionToken: text(secrets.sessionToken),
    container: text(settings.container),
    connectionString: text(secrets.connectionString),
  };
}

function text(value: string | undefined): string {
  return value ?? '';
}

/** What a connection to files is used for; neither: it is none, or nobody has said. */
export function storageRoles(settings: ConnectionSettings): StorageRoles {
  return 'baseDirectory' in settings
    ? { source: settings.isFileMaskSource, destination: settings.isFileMaskDestination }
    : { source: false, destination: false };
}

export function isReadOnly(settings: ConnectionSettings): boolean {
  return 'isReadOnly' in settings && settings.isReadOnly;
}

/** Do both connect to the same server as the same user? Only then may a stored secret be used for the other. */
export function sameServer(one: ConnectionSettings, other: ConnectionSettings): boolean {
  return isDeepStrictEqual(addressOf(one), addressOf(other));
}

/** A connection string holds its address itself. */
function addressOf(settings: ConnectionSettings): readonly unknown[] {
  const storage = toStorageSettings(settings, {});
  if (storage !== null) {
    return [storage.endpoint, storage.region, storage.accessKeyId];
  }
  const { host, tcpPort, user, engineOptions } = toDatabaseSettings(settings, {});
  // What says instead of the host, or beside it, where the server is.
  const warehouse = 'serverHostname' in settings ? settings.serverHostname : '';
  const account = 'snowflakeAccountId' in settings ? text(settings.snowflakeAccountId) : '';
  return [host, tcpPort, user, warehouse, account, engineOptions.instance_name];
}

/** A connection as read from a request: everything but its identity. */
export interface ConnectionInput {
  readonly name: string;
  readonly kind: ConnectionKind;
  readonly settings: ConnectionSettings;
  /** Only what was given; an empty text takes a stored secret away. */
  readonly secrets: ConnectionSecrets;
}
