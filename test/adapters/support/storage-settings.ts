import type { StorageSettings } from '../../../src/adapters/storage/index.js';

/** Settings of a storage with what matters to the test; everything else is empty. */
export function storageSettings(given: Partial<StorageSettings>): StorageSettings {
  return {
    baseDirectory: '',
    bucket: '',
    region: '',
    endpoint: '',
    forcePathStyle: false,
    iamRoleArn: '',
    accessKeyId: '',
    secretAccessKey: '',
    sessionToken: '',
    container: '',
    connectionString: '',
    ...given,
  };
}
