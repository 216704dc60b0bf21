import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type HeadObjectCommandInput,
  type PutObjectCommandInput,
  type ServerSideEncryption,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';

import type { Upload } from '../part-writer.js';
import type { FileTraits } from '../storage-adapter.js';
import type { StorageError } from '../storage-error.js';
import type { S3Connection } from './s3-connection.js';
import { s3Error } from './s3-errors.js';
import { dropEmptyUploads } from './s3-sweep.js';
import { partSize } from './s3-upload-marks.js';

type ObjectName = { readonly [name in keyof Pick<HeadObjectCommandInput, 'Bucket' | 'Key'>]-?: string };

/** Small files go by one request; others in parts, which become an object by the last request. */
export class S3Upload implements Upload {
  readonly mostParts = 10_000;
  private readonly name: ObjectName;
  private readonly etags: string[] = [];
  private uploadId = '';

  constructor(
    private readonly connection: S3Connection,
    path: string,
    private readonly traits: FileTraits,
    private readonly owner: string,
  ) {
    this.name = { Bucket: connection.bucket, Key: connection.prefix + path };
  }

  sizeOf(part: number): number {
    return partSize(this.owner, part);
  }

  async putWhole(content: Buffer, abortSignal: AbortSignal): Promise<void> {
    const command = new PutObjectCommand({ ...this.name, ...carriedOver(this.traits), Body: content });
    await this.connection.client.send(command, { abortSignal });
  }

  async begin(abortSignal: AbortSignal): Promise<void> {
    const command = new CreateMultipartUploadCommand({ ...this.name, ...carriedOver(this.traits) });
    const { UploadId, $metadata } = await this.connection.client.send(command, { abortSignal });
    this.uploadId = UploadId ?? '';
    if (($metadata.attempts ?? 1) > 1) {
      await dropEmptyUploads(this.connection, this.name.Key, this.uploadId);
    }
  }

  async putPart(part: number, content: Buffer, abortSignal: AbortSignal): Promise<void> {
    const { name: object, uploadId: UploadId } = this;
    const command = new UploadPartCommand({ ...object, UploadId, PartNumber: part, Body: content });
    const { ETag } = await this.connection.client.send(command, { abortSignal });
    this.etags[part - 1] = ETag ?? '';
  }

  async complete(abortSignal: AbortSignal): Promise<void> {
    const { name: object, uploadId: UploadId } = this;
    const Parts = this.etags.map((etag, index) => ({ ETag: etag, PartNumber: index + 1 }));
    const command = new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } });
    try {
      await this.connection.client.send(command, { abortSignal });
    } catch (error) {
      // An attempt whose answer was lost has done it, and the next finds nothing left to do.
      if ((error as Error).name !== 'NoSuchUpload' || !(await this.isThere())) {
        throw error;
      }
    }
  }

  async abandon(abortSignal: AbortSignal | undefined): Promise<void> {
    if (this.uploadId === '') {
      await dropEmptyUploads(this.connection, this.name.Key, '');
      return;
    }
    const command = new AbortMultipartUploadCommand({ ...this.name, UploadId: this.uploadId });
    await this.connection.client.send(command, abortSignal === undefined ? {} : { abortSignal });
  }

  faultOf(error: unknown): StorageError {
    return s3Error(error);
  }

  private async isThere(): Promise<boolean> {
    const { ETag } = await this.connection.client.send(new HeadObjectCommand(this.name));
    return ETag === joinedETag(this.etags);
  }
}

type CarriedOver = Pick<PutObjectCommandInput, 'ContentType' | 'ServerSideEncryption' | 'SSEKMSKeyId'>;

/** Of encryption, what this service knows: the file may come from another. */
function carriedOver({ contentType, encryption }: FileTraits): CarriedOver {
  const { algorithm = '', keyId = null } = encryption ?? {};
  return {
    ...(contentType === null ? {} : { ContentType: contentType }),
    ...(algorithm.startsWith('aws:') ? { ServerSideEncryption: algorithm as ServerSideEncryption } : {}),
    ...(algorithm.startsWith('aws:') && keyId !== null ? { SSEKMSKeyId: keyId } : {}),
  };
}

/** The ETag that the service gives an object of these parts. */
function joinedETag(etags: readonly string[]): string {
  const digests = etags.map((etag) => Buffer.from(etag.replaceAll('"', ''), 'hex'));
  return `"${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-${etags.length}"`;
}
