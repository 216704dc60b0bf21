import type { MapReader } from '../ruleset/map-reader.js';
import type { YamlNode } from '../ruleset/yaml-tree.js';

const MAX_WORKERS = 1024;

/** Column names: one, or a list of different ones; empty after a problem. */
export function readColumnNames(reader: MapReader, key: string): readonly string[] {
  const node = reader.value(key);
  if (node === undefined) {
    reader.missing(key);
    return [];
  }
  const names = textItems(node.kind === 'list' ? node.items : [node]);
  if (names === null || names.length === 0) {
    const message = `"${key}" must be a column name or a list of them.`;
    reader.problems.error('wrong_type', message, reader.placeOf(key));
    return [];
  }
  if (new Set(names).size !== names.length) {
    reader.problems.error('duplicate_key_column', `"${key}" names a column twice.`, reader.placeOf(key));
  }
  return names;
}

/** A list of texts; empty when absent or after a problem. */
export function readTextList(reader: MapReader, key: string): readonly string[] {
  const node = reader.value(key);
  if (node === undefined) {
    return [];
  }
  const texts = node.kind === 'list' ? textItems(node.items) : null;
  if (texts === null) {
    reader.problems.error('wrong_type', `"${key}" must be a list of texts.`, reader.placeOf(key));
  }
  return texts ?? [];
}

/** A whole number within limits; null when absent or after a problem. */
export function readInteger(reader: MapReader, key: string, min: number, max: number): number | null {
  const node = reader.value(key);
  if (node === undefined) {
    return null;
  }
  const value = node.kind === 'scalar' ? node.value : null;
  if (typeof value !== 'bigint' || value < BigInt(min) || value > BigInt(max)) {
    const message = `"${key}" must be a whole number from ${min} to ${max}.`;
    reader.problems.error('out_of_range', message, reader.placeOf(key));
    return null;
  }
  return Number(value);
}

export function readWorkers(reader: MapReader): number | null {
  return readInteger(reader, 'workers', 1, MAX_WORKERS);
}

/** One of a few words; the default when absent or after a problem. */
export function readWord<V extends string>(
  reader: MapReader,
  key: string,
  words: readonly V[],
  otherwise: V,
): V {
  const written = reader.optionalText(key);
  const known = words.find((word) => word === written);
  if (written !== null && known === undefined) {
    reader.problems.error('bad_value', `"${key}" must be ${words.join(' or ')}.`, reader.placeOf(key));
  }
  return known ?? otherwise;
}

/** The text under whichever of two names it is given; under both it is refused. */
export function readEitherText(reader: MapReader, key: string, alias: string): string | null {
  if (reader.entry(alias) === undefined) {
    return reader.requiredText(key);
  }
  if (reader.entry(key) !== undefined) {
    const message = `"${alias}" says the same as "${key}": give one of them.`;
    reader.problems.error('conflicting_keys', message, reader.keyPlace(alias));
  }
  return reader.requiredText(alias);
}

/** Null: an item is no text, or empty. */
function textItems(items: readonly YamlNode[]): readonly string[] | null {
  const texts = items.flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' && item.value.trim() !== '' ? [item.value] : [],
  );
  return texts.length === items.length ? texts : null;
}
