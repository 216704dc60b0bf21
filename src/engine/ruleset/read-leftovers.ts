import type { MapReader } from './map-reader.js';

const NAME = /^\w{1,64}$/;

/** Keys without effect: free text, and what older rulesets carry. */
export function readLeftovers(reader: MapReader): void {
  reader.optionalText('doc');
  const name = reader.optionalText('name');
  if (name !== null && !NAME.test(name)) {
    const message = '"name" holds letters, digits and underscores, at most 64.';
    reader.problems.error('bad_value', message, reader.placeOf('name'));
  }
  for (const key of ['name', 'random_seed']) {
    if (reader.entry(key) !== undefined) {
      const instead = key === 'name' ? 'has no effect' : 'has no effect: use the run option run_secret';
      reader.problems.warning(
        'deprecated_key',
        `"${key}" is deprecated and ${instead}.`,
        reader.keyPlace(key),
      );
    }
  }
}
