import { FILE_KINDS } from '../connection-kinds.js';
import { ConnectionBaseDto } from './connection-base.dto.js';
import { Choice, Flag, OptionalText, RequiredText, SecretText } from './wire-fields.js';

/** What the three kinds of file connections have in common. */
export class FileConnectionDto extends ConnectionBaseDto {
  @Choice('The kind of storage; required.', FILE_KINDS)
  type: string;

  @OptionalText('Folder below which everything happens.')
  base_directory = '';

  @Flag('Files may be read from here.', false)
  is_file_mask_source = false;

  @Flag('Masked files may be written here.', false)
  is_file_mask_destination = false;
}

/** A connection to a bucket of S3. */
export class S3ConnectionDto extends FileConnectionDto {
  @RequiredText('Name of the bucket.', { max: 255 })
  bucket: string;

  @OptionalText('AWS role to take on.')
  iam_role_arn?: string;
}

/** A connection to a container of Azure Blob Storage. */
export class AzureBlobConnectionDto extends FileConnectionDto {
  @RequiredText('Name of the container.', { max: 255 })
  container: string;

  @SecretText('Connection string. Stored encrypted, never shown.')
  connection_string?: string;
}

/** A connection to a folder that is mounted into the server. */
export class MountedShareConnectionDto extends FileConnectionDto {}
