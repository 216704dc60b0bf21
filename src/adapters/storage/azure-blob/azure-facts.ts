import type { BlobGetPropertiesResponse, BlobItem } from '@azure/storage-blob';

import { pathProblem } from '../safe-path.js';
import type { FileFacts } from '../storage-adapter.js';

const ARCHIVED = 'The blob is archived. Restore it first.';

/** A blob as the list tells it. */
export function listedFacts(path: string, { properties }: BlobItem): FileFacts {
  return {
    path,
    size: properties.contentLength ?? 0,
    version: versionOf(properties.etag),
    modifiedAt: properties.lastModified.toISOString(),
    unreadable: properties.accessTier === 'Archive' ? ARCHIVED : azurePathProblem(path),
  };
}

/** A blob as it tells about itself. */
export function ownFacts(path: string, properties: BlobGetPropertiesResponse): FileFacts {
  return {
    path,
    size: properties.contentLength ?? 0,
    version: versionOf(properties.etag),
    modifiedAt: properties.lastModified?.toISOString() ?? null,
    unreadable: properties.accessTier === 'Archive' ? ARCHIVED : null,
  };
}

/** The service takes a backslash for a slash: a file of this name would come out elsewhere. */
export function azurePathProblem(path: string): string | null {
  return pathProblem(path) ?? (path.includes('\\') ? 'The path has a backslash.' : null);
}

/** Folders of accounts with a hierarchy are listed as blobs. */
export function isFolder({ name, metadata }: BlobItem): boolean {
  return name.endsWith('/') || metadata?.hdi_isfolder === 'true';
}

/** The list tells tags without the quotes that all else has. */
function versionOf(etag: string | undefined): string {
  return (etag ?? '').replaceAll('"', '');
}
