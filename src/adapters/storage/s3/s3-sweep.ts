import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type ListMultipartUploadsCommandInput,
  type MultipartUpload,
} from '@aws-sdk/client-s3';

import type { S3Connection } from './s3-connection.js';
import { markedPartSize } from './s3-upload-marks.js';

/** Ends the uploads under the base directory whose first part bears the owner's mark. Tells how many. */
export async function sweepS3(connection: S3Connection, owner: string): Promise<number> {
  const { client, bucket: Bucket } = connection;
  const mark = markedPartSize(owner);
  let dropped = 0;
  for await (const { Key, UploadId } of uploadsOf(connection)) {
    const { Parts } = await client.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 1 }));
    if (Parts?.[0]?.Size === mark) {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      dropped += 1;
    }
  }
  return dropped;
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
