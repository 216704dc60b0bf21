import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type ListMultipartUploadsCommandInput,
  type MultipartUpload,
} from '@aws-sdk/client-s3';

import type { S3Connection } from './s3-connection.js';
import { markedPartSize } from './s3-upload-marks.js';

/**
 * Ends the uploads under the base directory whose first part bears the owner's mark, and those without any part to paths
 * that the owner had begun: killed before the first part had arrived. Tells how many.
 */
export async function sweepS3(
  connection: S3Connection,
  owner: string,
  paths: readonly string[],
): Promise<number> {
  const { client, bucket: Bucket, prefix } = connection;
  const mark = markedPartSize(owner);
  const begun = new Set(paths.map((path) => prefix + path));
  let dropped = 0;
  for await (const { Key, UploadId } of uploadsOf(connection)) {
    const { Parts } = await client.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 1 }));
    const first = Parts?.[0];
    if (first === undefined ? begun.has(Key ?? '') : first.Size === mark) {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      dropped += 1;
    }
  }
  return dropped;
}

/** Ends the uploads to one key that no part has arrived at, except one: a request to begin may be done without an answer. */
export async function dropEmptyUploads(
  { client, bucket }: S3Connection,
  key: string,
  keep: string,
): Promise<void> {
  const { Uploads = [] } = await client.send(
    new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key }),
  );
  for (const { Key, UploadId } of Uploads.filter((each) => each.Key === key && each.UploadId !== keep)) {
    const upload = { Bucket: bucket, Key, UploadId };
    const { Parts = [] } = await client.send(new ListPartsCommand({ ...upload, MaxParts: 1 }));
    if (Parts.length === 0) {
      await client.send(new AbortMultipartUploadCommand(upload));
    }
  }
}

async function* uploadsOf({ client, bucket, prefix }: S3Connection): AsyncGenerator<MultipartUpload> {
  let next: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> = {};
  for (;;) {
    const page = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...next }),
    );
    yield* page.Uploads ?? [];
    if (page.IsTruncated !== true) {
      return;
    }
    next = {
      ...(page.NextKeyMarker === undefined ? {} : { KeyMarker: page.NextKeyMarker }),
      ...(page.NextUploadIdMarker === undefined ? {} : { UploadIdMarker: page.NextUploadIdMarker }),
    };
  }
}
