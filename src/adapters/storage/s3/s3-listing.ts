import { ListObjectsV2Command, type _Object as S3Object } from '@aws-sdk/client-s3';

import { pathProblem } from '../safe-path.js';
import type { FileFacts } from '../storage-adapter.js';
import type { S3Connection } from './s3-connection.js';
import { s3 } from './s3-errors.js';

const ARCHIVED = new Set(['GLACIER', 'DEEP_ARCHIVE']);
export const ARCHIVED_REASON = 'The object is archived. Restore it first.';

/** The service lists in byte order of keys. Markers of folders are no files. */
export async function* listS3(connection: S3Connection, recurse: boolean): AsyncGenerator<FileFacts> {
  const { client, bucket, prefix } = connection;
  let token: string | undefined;
  do {
    const page = await s3(() =>
      client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          EncodingType: 'url',
          OptionalObjectAttributes: ['RestoreStatus'],
          ...(recurse ? {} : { Delimiter: '/' }),
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
      ),
    );
    for (const object of page.Contents ?? []) {
      const key = decodeKey(object.Key ?? '');
      if (!key.endsWith('/') && key.length > prefix.length) {
        yield factsOf(key.slice(prefix.length), object);
      }
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

export function isoTime(time: Date | undefined): string | null {
  return time === undefined ? null : time.toISOString();
}

export function isArchived(storageClass: string | undefined, isRestored: boolean): boolean {
  return ARCHIVED.has(storageClass ?? '') && !isRestored;
}

function factsOf(path: string, object: S3Object): FileFacts {
  const { RestoreStatus: restore } = object;
  const isRestored = restore?.IsRestoreInProgress !== true && restore?.RestoreExpiryDate !== undefined;
  return {
    path,
    size: object.Size ?? 0,
    version: object.ETag ?? '',
    modifiedAt: isoTime(object.LastModified),
    unreadable: isArchived(object.StorageClass, isRestored) ? ARCHIVED_REASON : pathProblem(path),
  };
}

/** Keys are asked for in this form because XML cannot hold all of them. */
function decodeKey(encoded: string): string {
  return decodeURIComponent(encoded.replaceAll('+', '%20'));
}
