import { azureAdapter } from './azure-blob/azure-adapter.js';
import { mountedAdapter } from './mounted-share/mounted-adapter.js';
import { s3Adapter } from './s3/s3-adapter.js';
import type { StorageAdapter, StorageEnvironment } from './storage-adapter.js';

export type * from './storage-adapter.js';
export { endpointProblem } from './guarded-agents.js';
export { baseDirectoryProblem } from './safe-path.js';
export { StorageError } from './storage-error.js';
export type { StorageErrorCode } from './storage-error.js';

/** Storages that runs can mask, by the wire's `type`. */
export function storageAdapters(
  environment: StorageEnvironment,
): Readonly<Partial<Record<string, StorageAdapter>>> {
  return {
    azure_blob_connection: azureAdapter(environment),
    s3_connection: s3Adapter(environment),
    mounted_share_connection: mountedAdapter(environment),
  };
}
