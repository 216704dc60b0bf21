import { createHash } from 'node:crypto';
import type { RunConnection } from '../../connections/run-connection.js';
import { storagePlace } from '../files/storage-place.js';

/** Names of one's own machine. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[?::1\]?)$/;

/**
 * The same for all connections to one database or place of files, whoever they log in as, so that its runs take turns. A
 * connection without an address shares its target with nobody.
 */
export function targetKey(connection: Pick<RunConnection, 'id' | 'dbType' | 'settings' | 'storage'>): string {
  const { id, settings, storage } = connection;
  if (storage !== null) {
    return createHash('sha256').update(storagePlace(connection)).digest('hex');
  }
  const { host, tcpPort, database } = settings;
  const address = host.trim() === '' ? [id] : [foldedHost(host.trim()), tcpPort, database];
  return createHash('sha256').update(JSON.stringify(address)).digest('hex');
}

/** Paths of sockets keep their case; names lose it, and the stop that makes them absolute. */
function foldedHost(host: string): string {
  const folded = host.startsWith('/') ? host : host.toLowerCase().replace(/\.$/, '');
  return LOOPBACK.test(folded) ? 'localhost' : folded;
}
