import { quoted, suggestion } from '../../ruleset/near-miss.js';
import type { MapReader } from '../../ruleset/map-reader.js';

/** What the rules of a config are read with. */
export interface ConfigScope {
  /** Labels that rules may give; null: a library, whose importers have labels of their own. */
  readonly labels: ReadonlySet<string> | null;
}

/** The label of a rule, which must be there; null after a problem. */
export function readLabel(reader: MapReader, { labels }: ConfigScope): string | null {
  const label = reader.requiredText('label');
  if (label !== null && labels?.has(label) === false) {
    const near = reader.problems.isFull ? '' : suggestion(label, labels);
    const message = `There is no label ${quoted(label)}.${near}`;
    reader.problems.error('unknown_label', message, reader.placeOf('label'));
    return null;
  }
  return label;
}

/** Tells that a pattern cannot be used. */
export function badPattern(reader: MapReader, key: string, problem: string): null {
  reader.problems.error('bad_pattern', `The pattern cannot be used: ${problem}.`, reader.placeOf(key));
  return null;
}

/** Refuses a key that means nothing beside another one. */
export function refuse(reader: MapReader, key: string, because: string): void {
  if (reader.value(key) !== undefined) {
    reader.problems.error('conflicting_keys', `"${key}" has no meaning ${because}.`, reader.keyPlace(key));
  }
}
