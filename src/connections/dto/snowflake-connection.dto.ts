import { ConnectionBaseDto } from './connection-base.dto.js';
import { Choice, Flag, OptionalText, RequiredText, SecretText, TcpPort } from './wire-fields.js';

/** A connection to Snowflake. */
export class SnowflakeConnectionDto extends ConnectionBaseDto {
  @Choice('The database product; required.', ['snowflake'])
  db_type: string;

  @RequiredText('Name of the database.', { max: 255 })
  database: string;

  @OptionalText('Schema for tables named without one.', { max: 255 })
  schema = '';

  @Flag('Forbid runs that change data.', false)
  is_read_only = false;

  @OptionalText('Host name of the account.', { max: 255 })
  host = '';

  @TcpPort('Port of the account.', false)
  port?: number;

  @OptionalText('Database user.', { max: 255 })
  user = '';

  @OptionalText('Role to take on.')
  snowflake_role?: string;

  @OptionalText('Account identifier.')
  snowflake_account_id?: string;

  @OptionalText('Warehouse that does the work.')
  snowflake_warehouse?: string;

  @OptionalText('Storage integration of the stage.')
  snowflake_storage_integration_name?: string;

  @SecretText('Password of the user. Stored encrypted, never shown.')
  dbpassword?: string;

  @SecretText('Other spelling of `dbpassword`.')
  password?: string;

  @OptionalText('Id of an uploaded private key.')
  snowflake_private_key?: string;

  @SecretText('Passphrase of the private key. Stored encrypted, never shown.')
  snowflake_private_key_passphrase?: string;

  @Choice('Where data is staged.', ['local', 'aws_s3', 'azure_blob_storage', 'spcs'])
  snowflake_stage_location = 'local';

  @OptionalText('Bucket of the stage.')
  s3_bucket_name?: string;

  @OptionalText('AWS role of the stage.')
  iam_role_arn?: string;

  @OptionalText('Azure container of the stage.')
  snowflake_azure_container_name?: string;

  @SecretText('Azure connection string of the stage. Stored encrypted, never shown.')
  snowflake_azure_connection_string?: string;
}
