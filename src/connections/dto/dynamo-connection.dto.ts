import { ConnectionBaseDto } from './connection-base.dto.js';
import { Choice, Flag, JsonObject, OptionalText } from './wire-fields.js';

/** A connection to DynamoDB. */
export class DynamoConnectionDto extends ConnectionBaseDto {
  @Choice('The database product; required.', ['dynamo_db'])
  db_type: string;

  @OptionalText('Bucket for exported tables.')
  s3_bucket_name = '';

  @Flag('Add date and time to the names of masked tables.', false)
  dynamo_append_datetime = false;

  @OptionalText('Ending of the names of masked tables.')
  dynamo_append_suffix = '-MASKED';

  @Flag('Replace masked tables that exist.', true)
  dynamo_replace_tables = true;

  @OptionalText('AWS region.')
  dynamo_default_region?: string;

  @JsonObject(
    'How masked tables are encrypted: `selection` and, for account_managed, `kms_key_id`.',
    encryptionProblem,
  )
  dynamo_default_sse: Record<string, unknown> = { selection: 'dynamodb_owned' };

  @OptionalText('AWS role to take on.')
  iam_role_arn?: string;

  @OptionalText('Folder in the bucket.')
  export_s3_prefix?: string;

  @Flag('Forbid runs that change data.', false)
  is_read_only = false;
}

const SELECTIONS = ['dynamodb_owned', 'aws_managed', 'account_managed', 'use_source'];

/** Clients refuse a list of connections in which one has other keys here. */
function encryptionProblem(sse: Readonly<Record<string, unknown>>): string | null {
  const { selection, kms_key_id: keyId = null, ...others } = sse;
  if (Object.keys(others).length > 0) {
    return 'May hold selection and kms_key_id only.';
  }
  if (typeof selection !== 'string' || !SELECTIONS.includes(selection)) {
    return `selection must be one of ${SELECTIONS.join(', ')}.`;
  }
  const needsKey = selection === 'account_managed';
  if (needsKey !== (typeof keyId === 'string' && keyId !== '')) {
    return needsKey
      ? 'kms_key_id is required for account_managed.'
      : 'kms_key_id belongs to account_managed only.';
  }
  return null;
}
