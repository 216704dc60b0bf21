import type { BlockBlobClient } from '@azure/storage-blob';
import { randomBytes } from 'node:crypto';

import type { Upload } from '../part-writer.js';
import type { FileTraits } from '../storage-adapter.js';
import type { StorageError } from '../storage-error.js';
import type { AzureConnection } from './azure-connection.js';
import { azureError } from './azure-errors.js';

const BLOCK = 8 * 1_024 * 1_024;
const BLOCKS_OF_A_SIZE = 12_500;
const LARGEST_FACTOR = 4;

/**
 * Small files go by one request; others in blocks, which nobody sees until the list of them is committed. Blocks that never
 * are go away by themselves: with the next file of the name, or after a week. The service has no way to drop them sooner
 * without showing an empty file for a moment.
 */
export class AzureUpload implements Upload {
  readonly mostParts = 50_000;
  private readonly blob: BlockBlobClient;
  private readonly headers: { blobContentType?: string };
  private readonly mark = randomBytes(16).toString('hex');
  private readonly blocks: string[] = [];

  constructor({ container, prefix }: AzureConnection, path: string, { contentType }: FileTraits) {
    this.blob = container.getBlockBlobClient(prefix + path);
    this.headers = contentType === null ? {} : { blobContentType: contentType };
  }

  sizeOf(part: number): number {
    return BLOCK * Math.min(2 ** Math.floor((part - 1) / BLOCKS_OF_A_SIZE), LARGEST_FACTOR);
  }

  async putWhole(content: Buffer, abortSignal: AbortSignal): Promise<void> {
    await this.blob.upload(content, content.length, { blobHTTPHeaders: this.headers, abortSignal });
  }

  begin(): Promise<void> {
    return Promise.resolve();
  }

  async putPart(part: number, content: Buffer, abortSignal: AbortSignal): Promise<void> {
    // All names of blocks of a blob must be of one length.
    const name = Buffer.from(`vizard-${this.mark}-${String(part).padStart(6, '0')}`).toString('base64');
    await this.blob.stageBlock(name, content, content.length, { abortSignal });
    this.blocks[part - 1] = name;
  }

  async complete(abortSignal: AbortSignal): Promise<void> {
    await this.blob.commitBlockList(this.blocks, { blobHTTPHeaders: this.headers, abortSignal });
  }

  abandon(): Promise<void> {
    return Promise.resolve();
  }

  faultOf(error: unknown): StorageError {
    return azureError(error);
  }
}
