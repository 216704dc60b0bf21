import { statSync } from 'node:fs';
import { EmbeddedServerError } from './embedded-server-error.js';

/** PostgreSQL refuses to run as root: then it runs as this user, which every system has ("nobody"). */
const UNPRIVILEGED = 65_534;

/** The user that owns and runs the private PostgreSQL. */
export interface ServerUser {
  /** Empty: our own user. Spread into the options of `spawn`. */
  readonly identity: { readonly uid?: number; readonly gid?: number };
}

/** `cluster` may not exist yet; an existing one keeps its owner. */
export function serverUser(cluster: string): ServerUser {
  const self = process.getuid?.();
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (self === undefined) {
    return { identity: {} };
  }
  if (self !== 0) {
    if (owner !== undefined && owner.uid !== self) {
      throw new EmbeddedServerError(
        'DATA_DIR holds a database that belongs to another user (it was first started by that user, or by root). Start as that user, or set another DATA_DIR.',
      );
    }
    return { identity: {} };
  }
  if (owner !== undefined && owner.uid !== 0) {
    return { identity: { uid: owner.uid, gid: owner.gid } };
  }
  return { identity: { uid: UNPRIVILEGED, gid: UNPRIVILEGED } };
}
