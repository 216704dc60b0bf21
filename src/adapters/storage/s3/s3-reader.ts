import { GetObjectCommand, HeadObjectCommand, type HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';

import { resumingBody } from '../resuming-body.js';
import type { FileFacts, FileTraits, OpenFile, OpenOptions } from '../storage-adapter.js';
import { StorageError } from '../storage-error.js';
import type { S3Connection } from './s3-connection.js';
import { s3, s3Error } from './s3-errors.js';
import { ARCHIVED_REASON, isArchived, isoTime } from './s3-listing.js';

/** Null: there is no such object. */
export async function statS3(connection: S3Connection, path: string): Promise<FileFacts | null> {
  const head = await headOf(connection, path);
  return head === null ? null : factsOf(path, head);
}

/** One version is read from the first byte to the last, also when the connection breaks on the way. */
export async function openS3(
  connection: S3Connection,
  path: string,
  { range, version }: OpenOptions,
): Promise<OpenFile> {
  const head = await headOf(connection, path);
  if (head === null) {
    throw new StorageError('not_found', 'There is no such file.');
  }
  const facts = factsOf(path, head);
  if (version !== undefined && version !== facts.version) {
    throw new StorageError('changed', 'The file was changed by someone else meanwhile.');
  }
  const end = Math.min(range?.end ?? facts.size, facts.size);
  const body = await resumingBody({
    start: range?.start ?? 0,
    end,
    from: (position) => bytesFrom(connection, facts, position, end),
    faultOf: s3Error,
  });
  return { facts, traits: traitsOf(head), body };
}

async function bytesFrom(
  { client, bucket, prefix }: S3Connection,
  facts: FileFacts,
  position: number,
  end: number,
): Promise<Readable> {
  const { Body } = await client.send(
    new GetObjectCommand({
      Bucket: bucket,
      Key: prefix + facts.path,
      IfMatch: facts.version,
      ...(position === 0 && end === facts.size ? {} : { Range: `bytes=${position}-${end - 1}` }),
    }),
  );
  return Body as Readable;
}

async function headOf(
  { client, bucket, prefix }: S3Connection,
  path: string,
): Promise<HeadObjectCommandOutput | null> {
  return s3(async () => {
    try {
      return await client.send(new HeadObjectCommand({ Bucket: bucket, Key: prefix + path }));
    } catch (error) {
      if (s3Error(error).code === 'not_found') {
        return null;
      }
      throw error;
    }
  });
}

function factsOf(path: string, head: HeadObjectCommandOutput): FileFacts {
  const isRestored = (head.Restore ?? '').includes('ongoing-request="false"');
  return {
    path,
    size: head.ContentLength ?? 0,
    version: head.ETag ?? '',
    modifiedAt: isoTime(head.LastModified),
    unreadable: isArchived(head.StorageClass, isRestored) ? ARCHIVED_REASON : null,
  };
}

/** What the storage does by itself (`AES256`) is not asked for: another bucket may do better by itself. */
function traitsOf(head: HeadObjectCommandOutput): FileTraits {
  const algorithm = head.ServerSideEncryption ?? '';
  return {
    contentType: head.ContentType ?? null,
    mode: null,
    ...(algorithm.startsWith('aws:kms')
      ? { encryption: { algorithm, keyId: head.SSEKMSKeyId ?? null } }
      : {}),
  };
}
