import { DATABASE_KINDS } from '../connection-kinds.js';
import { ConnectionBaseDto } from './connection-base.dto.js';
import { Choice, Flag, JsonObject, OptionalText, RequiredText, SecretText, TcpPort } from './wire-fields.js';

const ENGINE_OPTIONS =
  'Settings of this database product. PostgreSQL, MySQL and MariaDB know `ssl`: `disable` (or false), `prefer` (the default: encrypted ' +
  'where the server can), `require` (or true without a `ca`: encrypted, whoever the server is), `verify-ca`, `verify-full` ' +
  '(or true with a `ca`, or a `ca` alone: the certificate must be valid, and name the host); `ca`, `cert` and `key`: the ' +
  'certificate authority to trust, and the certificate and private key of the client, each as PEM text. SQL Server knows ' +
  '`ssl` (without `verify-ca`) and `ca`, or `encrypt` (true, false, `strict`) and `trust_server_certificate`; `server_name`, `domain` (login by NTLM), ' +
  '`instance_name` and `multi_subnet_failover`. Oracle knows `ssl` (true, `require`, `verify-full`), `server_cert_dn`, `service_name` or `sid`, `wallet` (the ' +
  'text of an ewallet.pem) and `wallet_password`.';

/** A connection to an SQL database. */
export class SqlConnectionDto extends ConnectionBaseDto {
  @Choice('The database product; required.', DATABASE_KINDS)
  db_type: string;

  @RequiredText('Host name or address of the server.', { max: 255, example: 'db.example.com' })
  host: string;

  @TcpPort('Port of the server.', true)
  port: number;

  @RequiredText('Name of the database.', { max: 255, example: 'crm_copy' })
  database: string;

  @RequiredText('Database user that reads and writes the masked tables.', { max: 255, example: 'masking' })
  user: string;

  @SecretText('Password of the database user. Stored encrypted, never shown.')
  dbpassword?: string;

  @SecretText('Other spelling of `dbpassword`.')
  password?: string;

  @OptionalText(
    'Schema for tables named without one; empty: the default of the user. On MySQL and MariaDB another database of the ' +
      'same server.',
    { max: 255 },
  )
  schema = '';

  @Flag('Forbid runs that change data.', false)
  is_read_only = false;

  @JsonObject(ENGINE_OPTIONS)
  engine_options: Record<string, unknown> = {};

  @JsonObject('Further settings, kept as they are.')
  options: Record<string, unknown> = {};

  @OptionalText('Encoding of text in the database, where it differs from what the server says.', { max: 100 })
  data_encoding?: string;

  @OptionalText('AWS role for tagging the database resource.')
  iam_role_arn?: string;

  @OptionalText('Oracle only: the service name.')
  service_name?: string;

  @OptionalText('SQL Server linked servers only: the name of the linked server.')
  linked_server?: string;

  @OptionalText('Redshift only: bucket for unloaded data.')
  s3_bucket_name?: string;

  @OptionalText('Redshift only: role that reads and writes the bucket.')
  s3_redshift_iam_role?: string;

  @OptionalText('Oracle only: id of an uploaded wallet.')
  oracle_wallet?: string;

  @OptionalText('MySQL and MariaDB only: id of an uploaded fileset.')
  connection_fileset?: string;
}
