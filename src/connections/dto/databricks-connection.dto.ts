import { ConnectionBaseDto } from './connection-base.dto.js';
import { Choice, Flag, OptionalText, RequiredText, SecretText } from './wire-fields.js';

/** A connection to a Databricks SQL warehouse. */
export class DatabricksConnectionDto extends ConnectionBaseDto {
  @Choice('The database product; required.', ['databricks'])
  db_type: string;

  @RequiredText('Host name of the workspace.', { max: 255 })
  server_hostname: string;

  @RequiredText('HTTP path of the warehouse.')
  http_path: string;

  @SecretText('Access token. Stored encrypted, never shown.')
  access_token?: string;

  @RequiredText('Catalog.', { max: 255 })
  catalog: string;

  @OptionalText('Schema for tables named without one.', { max: 255 })
  schema = '';

  @Flag('Forbid runs that change data.', false)
  is_read_only = false;
}
