import type { MapReader } from './map-reader.js';

export const VERSION = '1.0';

/** Checks the version that every document must name, as text. */
export function readVersion(reader: MapReader): void {
  const node = reader.value('version');
  if (node === undefined) {
    reader.missing('version');
    return;
  }
  if (node.kind === 'scalar' && node.value === VERSION) {
    return;
  }
  const isUnquoted = node.kind === 'scalar' && node.text === VERSION;
  const message = isUnquoted
    ? 'The version must be in quotes: version: "1.0". Without them YAML reads a number.'
    : 'The only known version is "1.0".';
  reader.problems.error('bad_version', message, reader.placeOf('version'));
}
