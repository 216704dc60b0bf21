import type { RunConnection } from '../../connections/run-connection.js';

/** The parts of a connection string that name an account, not those that open it. */
const ACCOUNT_PARTS =
  /(?:^|;)\s*(AccountName|BlobEndpoint|EndpointSuffix|DefaultEndpointsProtocol)=([^;]*)/gi;

/** Names the place behind a connection to files, as far as its fields tell: the same for all connections to it. */
export function storagePlace({
  id,
  dbType,
  storage,
}: Pick<RunConnection, 'id' | 'dbType' | 'storage'>): string {
  if (storage === null) {
    return id;
  }
  const { endpoint, bucket, container, connectionString, baseDirectory } = storage;
  const account = [...connectionString.matchAll(ACCOUNT_PARTS)]
    .map(([, name, value]) => `${name!.toLowerCase()}=${value!.trim().replace(/\/+$/, '').toLowerCase()}`)
    .sort();
  const address = endpoint.trim().replace(/\/+$/, '').toLowerCase();
  return JSON.stringify([
    dbType,
    address,
    bucket,
    container,
    account,
    baseDirectory.replace(/^\/+|\/+$/g, ''),
  ]);
}
