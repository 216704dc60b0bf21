import { ConnectionBaseDto } from './connection-base.dto.js';
import { Choice, Flag, OptionalText, RequiredText, SecretText, TcpPort } from './wire-fields.js';

/** A connection to MongoDB. */
export class MongoConnectionDto extends ConnectionBaseDto {
  @Choice('The database product; required.', ['mongodb', 'documentdb'])
  db_type: string;

  @RequiredText('Host name or address of the server.', { max: 255 })
  host: string;

  @TcpPort('Port of the server.', false)
  port = 27_017;

  @RequiredText('Name of the database.', { max: 255 })
  database: string;

  @OptionalText('Database user; empty: none.', { max: 255 })
  user = '';

  @SecretText('Password of the database user. Stored encrypted, never shown.')
  dbpassword?: string;

  @SecretText('Other spelling of `dbpassword`.')
  password?: string;

  @OptionalText('Database that knows the user.')
  auth_source = 'admin';

  @Flag('Use TLS.', false)
  tls = false;

  @OptionalText('Certificate authority to trust.', { max: 10_000 })
  tls_ca_file?: string;

  @Flag('Accept certificates that do not verify.', false)
  tls_allow_invalid_certificates = false;

  @Flag('Talk to this server only, not to its replica set.', false)
  direct_connection = false;

  @Flag('Let the server repeat interrupted writes.', true)
  retry_writes = true;

  @OptionalText('Name of the replica set.')
  replica_set?: string;

  @Flag('Forbid runs that change data.', false)
  is_read_only = false;
}

/** A connection to DocumentDB, which does not know repeated writes. */
export class DocumentDbConnectionDto extends MongoConnectionDto {
  @Flag('Let the server repeat interrupted writes.', false)
  override retry_writes = false;
}
