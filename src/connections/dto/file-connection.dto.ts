import { FILE_KINDS } from '../connection-kinds.js';
import { ConnectionBaseDto } from './connection-base.dto.js';
import { Choice, Flag, OptionalText, RequiredText, SecretText } from './wire-fields.js';

/** What the three kinds of file connections have in common. */
export class FileConnectionDto extends ConnectionBaseDto {
  @Choice('The kind of storage; required.', FILE_KINDS)
  type: string;

  @OptionalText(
    'Folder below which everything happens, relative to the bucket, the container or the folder of mounted shares; empty: all of it.',
    { example: 'exports/2026' },
  )
  base_directory = '';

  @Flag('Files may be read from here.', false)
  is_file_mask_source = false;

  @Flag('Masked files may be written here.', false)
  is_file_mask_destination = false;
}

/** A connection to a bucket of S3, or of a server that speaks like it. */
export class S3ConnectionDto extends FileConnectionDto {
  @RequiredText('Name of the bucket, or ARN of an access point.', { max: 255, example: 'customer-exports' })
  bucket: string;

  @OptionalText(
    'AWS role to take on, with the access key or else with what the server runs as. Empty: none is taken on.',
    { example: 'arn:aws:iam::123456789012:role/masking' },
  )
  iam_role_arn?: string;

  @OptionalText('Region of the bucket. Empty: it is found out.', { example: 'eu-central-1' })
  region?: string;

  @OptionalText('Address of another server that speaks S3, such as MinIO or Ceph. Empty: AWS.', {
    example: 'https://minio.example.com:9000',
  })
  endpoint?: string;

  @Flag(
    "The bucket's name stands in the path of addresses, not in the host's name. Left out: only where an endpoint is given.",
  )
  force_path_style?: boolean;

  @OptionalText(
    'Access key. Empty: the default chain of AWS (environment variables, profile, role of the machine or container).',
    { example: 'AKIAIOSFODNN7EXAMPLE' },
  )
  access_key_id?: string;

  @SecretText('Secret of the access key. Stored encrypted, never shown.')
  secret_access_key?: string;

  @SecretText('Session token of a temporary access key. Stored encrypted, never shown.')
  session_token?: string;
}

/** A connection to a container of Azure Blob Storage. */
export class AzureBlobConnectionDto extends FileConnectionDto {
  @RequiredText('Name of the container.', { max: 255, example: 'exports' })
  container: string;

  @SecretText(
    'Connection string of the storage account, with its key or a shared access signature. Stored encrypted, never shown.',
  )
  connection_string?: string;
}

/** A connection to a folder that is mounted into the server, below the one that `MOUNTS_DIR` names. */
export class MountedShareConnectionDto extends FileConnectionDto {}
