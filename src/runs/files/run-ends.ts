import type { RunConnection } from '../../connections/run-connection.js';
import { storagePlace } from './storage-place.js';

/** Why a connection cannot be the source of a run on files; null: it can. */
export function sourceProblem({ name, roles }: RunConnection): string | null {
  return roles.source
    ? null
    : `The connection "${name}" may not be read from: set is_file_mask_source on it to mask its files.`;
}

/**
 * Why a run cannot write to this destination; null: it can. `destination`: null when none was named, undefined when
 * there is none of that name.
 */
export function destinationProblem(
  source: RunConnection,
  destination: RunConnection | null | undefined,
): string | null {
  if (source.maskType !== 'file') {
    return destination === null ? null : 'Only runs on files have a destination.';
  }
  if (destination === null) {
    return 'Runs on files need a destination: the connection that the masked files are written to.';
  }
  if (destination === undefined) {
    return 'There is no such connection.';
  }
  if (destination.maskType !== 'file') {
    return `The connection "${destination.name}" is to a ${destination.maskType}: masked files need one to files.`;
  }
  if (!destination.roles.destination) {
    return `The connection "${destination.name}" may not be written to: set is_file_mask_destination on it.`;
  }
  return storagePlace(source) === storagePlace(destination)
    ? 'Source and destination are the same place: masked files would replace the originals. Choose another directory.'
    : null;
}
