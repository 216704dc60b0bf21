import { mountedAdapter } from './mounted-share/mounted-adapter.js';
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
    azure_blob_connection: loadedWhenUsed(async () => {
      const { azureAdapter } = await import('./azure-blob/azure-adapter.js');
      return azureAdapter(environment);
    }),
    s3_connection: loadedWhenUsed(async () => {
      const { s3Adapter } = await import('./s3/s3-adapter.js');
      return s3Adapter(environment);
    }),
    mounted_share_connection: mountedAdapter(environment),
  };
}

/** The clouds' SDKs are large: a process that never meets one starts sooner without them. */
function loadedWhenUsed(load: () => Promise<StorageAdapter>): StorageAdapter {
  return {
    test: async (settings, roles) => (await load()).test(settings, roles),
    open: async (settings, owner) => (await load()).open(settings, owner),
  };
}
