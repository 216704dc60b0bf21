import type { BlobClient, BlobGetPropertiesResponse } from '@azure/storage-blob';
import type { Readable } from 'node:stream';

import { resumingBody } from '../resuming-body.js';
import type { FileFacts, OpenFile, OpenOptions } from '../storage-adapter.js';
import { StorageError } from '../storage-error.js';
import type { AzureConnection } from './azure-connection.js';
import { azure, azureError } from './azure-errors.js';
import { ownFacts } from './azure-facts.js';

/** Null: there is no such blob. */
export async function statAzure(connection: AzureConnection, path: string): Promise<FileFacts | null> {
  const properties = await propertiesOf(blobOf(connection, path));
  return properties === null ? null : ownFacts(path, properties);
}

/** One version is read from the first byte to the last, also when the connection breaks on the way. */
export async function openAzure(
  connection: AzureConnection,
  path: string,
  { range, version }: OpenOptions,
): Promise<OpenFile> {
  const blob = blobOf(connection, path);
  const properties = await propertiesOf(blob);
  if (properties === null) {
    throw new StorageError('not_found', 'There is no such file.');
  }
  const facts = ownFacts(path, properties);
  if (version !== undefined && version !== facts.version) {
    throw new StorageError('changed', 'The file was changed by someone else meanwhile.');
  }
  const end = Math.min(range?.end ?? facts.size, facts.size);
  const conditions = { ifMatch: `"${facts.version}"` };
  const body = await resumingBody({
    start: range?.start ?? 0,
    end,
    from: async (position) => {
      const options = { conditions, maxRetryRequests: 0 };
      const { readableStreamBody } = await blob.download(position, end - position, options);
      return readableStreamBody as Readable;
    },
    faultOf: azureError,
  });
  return { facts, traits: { contentType: properties.contentType ?? null, mode: null }, body };
}

function blobOf({ container, prefix }: AzureConnection, path: string): BlobClient {
  return container.getBlobClient(prefix + path);
}

function propertiesOf(blob: BlobClient): Promise<BlobGetPropertiesResponse | null> {
  return azure(async () => {
    try {
      return await blob.getProperties();
    } catch (error) {
      if (azureError(error).code === 'not_found') {
        return null;
      }
      throw error;
    }
  });
}
