import { readVersion } from '../../ruleset/read-version.js';
import type { MapReader } from '../../ruleset/map-reader.js';

/** `version` may be left out of configs and their libraries; `doc` is for people. */
export function readOptionalVersion(reader: MapReader): void {
  if (reader.value('version') !== undefined) {
    readVersion(reader);
  }
  reader.optionalText('doc');
}
