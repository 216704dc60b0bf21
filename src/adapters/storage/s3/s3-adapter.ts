import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';

import { PartWriter } from '../part-writer.js';
import { notWritable, remoteAdapter } from '../remote-adapter.js';
import { assertPath, unfinishedName } from '../safe-path.js';
import type {
  FileFacts,
  FileStore,
  FileTraits,
  FileWriter,
  OpenFile,
  OpenOptions,
  StorageAdapter,
  StorageEnvironment,
} from '../storage-adapter.js';
import { connectS3, type S3Connection } from './s3-connection.js';
import { s3, s3Error } from './s3-errors.js';
import { listS3 } from './s3-listing.js';
import { assertPrivateBucket } from './s3-public-guard.js';
import { openS3, statS3 } from './s3-reader.js';
import { sweepS3 } from './s3-sweep.js';
import { S3Upload } from './s3-upload.js';

/** Buckets of AWS S3 and of servers that speak like it. */
export function s3Adapter(environment: StorageEnvironment): StorageAdapter {
  return remoteAdapter(
    {
      connect: connectS3,
      tryToList,
      assertPrivate: assertPrivateBucket,
      tryToWrite,
      store: (connection, owner) => new S3Store(connection, owner),
    },
    environment,
  );
}

class S3Store implements FileStore {
  readonly identity: string;

  constructor(
    private readonly connection: S3Connection,
    private readonly owner: string,
  ) {
    this.identity = placeOf(connection, '');
  }

  list({ recurse }: { readonly recurse: boolean }): AsyncIterable<FileFacts> {
    return listS3(this.connection, recurse);
  }

  async stat(path: string): Promise<FileFacts | null> {
    assertPath(path);
    return statS3(this.connection, path);
  }

  async place(path: string): Promise<string> {
    assertPath(path);
    return Promise.resolve(placeOf(this.connection, path));
  }

  async open(path: string, options: OpenOptions = {}): Promise<OpenFile> {
    assertPath(path);
    return openS3(this.connection, path, options);
  }

  async create(path: string, traits: FileTraits, signal?: AbortSignal): Promise<FileWriter> {
    assertPath(path);
    return Promise.resolve(new PartWriter(new S3Upload(this.connection, path, traits, this.owner), signal));
  }

  sweep(owner: string, paths: readonly string[]): Promise<number> {
    return s3(() => sweepS3(this.connection, owner, paths));
  }

  close(): Promise<void> {
    this.connection.close();
    return Promise.resolve();
  }
}

function placeOf({ server, bucket, prefix }: S3Connection, path: string): string {
  return `s3:${server}/${bucket}/${prefix}${path}`;
}

async function tryToList({ client, bucket, prefix }: S3Connection): Promise<void> {
  await s3(() => client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })));
}

/** An upload that is begun and dropped needs the same right as a real one, and no object is ever seen. */
async function tryToWrite({ client, bucket, prefix }: S3Connection): Promise<void> {
  const Key = prefix + unfinishedName('test', randomBytes(8).toString('hex'));
  try {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }));
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
  } catch (error) {
    throw notWritable(s3Error(error), error);
  }
}
