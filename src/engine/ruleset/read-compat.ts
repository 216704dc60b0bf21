import type { MapReader } from './map-reader.js';

const LENIENT = 'lenient';

/**
 * `compat: lenient` is for rulesets that were written for another product: keys that this one does not know are warned of
 * instead of refused, and masks do what is done there. Read before everything that it concerns.
 */
export function readCompat(reader: MapReader): void {
  const compat = reader.optionalText('compat');
  if (compat === LENIENT) {
    reader.problems.beLenient();
  } else if (compat !== null && compat !== 'strict') {
    const message = '"compat" is "strict" (as when it is left out) or "lenient".';
    reader.problems.error('bad_value', message, reader.placeOf('compat'));
  }
}
