import { compilePattern } from '../ruleset/python-regex.js';
import type { MapReader } from '../ruleset/map-reader.js';

/** Exactly one of several keys with non-empty text; null after a problem. */
export function readPattern<K extends string>(
  item: MapReader,
  keys: readonly K[],
): { readonly by: K; readonly text: string } | null {
  const given = keys.filter((key) => item.entry(key) !== undefined);
  const [by] = given;
  if (by === undefined || given.length > 1) {
    const message = `Give exactly one of ${keys.map((key) => `"${key}"`).join(', ')}.`;
    item.problems.error(by === undefined ? 'missing_key' : 'conflicting_keys', message, item.place);
    return null;
  }
  const text = item.requiredText(by);
  if (text === null) {
    return null;
  }
  const compiled = by === 'regex' ? compilePattern(text) : null;
  if (compiled !== null && 'problem' in compiled) {
    const message = `The pattern cannot be used: ${compiled.problem}.`;
    item.problems.error('bad_pattern', message, item.placeOf(by));
    return null;
  }
  return { by, text };
}
