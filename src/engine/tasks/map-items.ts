import { describeNode, type YamlNode } from '../ruleset/yaml-tree.js';
import { MapReader } from '../ruleset/map-reader.js';

/** Reads a list of mappings, each with a reader of its own; what `read` gives null for is left out. */
export function readMapItems<T>(
  reader: MapReader,
  key: string,
  read: (item: MapReader) => T | null,
): readonly T[] {
  const node = reader.value(key);
  if (node === undefined) {
    return [];
  }
  if (node.kind !== 'list') {
    reader.wrongType(key, 'a list of mappings', node);
    return [];
  }
  return readMaps(node.items, reader, { key, read });
}

interface MapsToRead<T> {
  /** Where they stand. */
  readonly key: string;
  /** Null: leave it out. */
  readonly read: (item: MapReader) => T | null;
}

/** Reads these mappings of the list at `key`; anything else among them is a problem. */
export function readMaps<T>(
  items: readonly YamlNode[],
  reader: MapReader,
  { key, read }: MapsToRead<T>,
): readonly T[] {
  return items.flatMap((item, index) => {
    const path = `${reader.pathOf(key)}[${index}]`;
    if (item.kind !== 'map') {
      const message = `This must be a mapping, not ${describeNode(item)}.`;
      reader.problems.error('wrong_type', message, { path, at: item.at });
      return [];
    }
    const itemReader = new MapReader(item, path, reader.problems);
    const result = read(itemReader);
    itemReader.finish();
    return result === null ? [] : [result];
  });
}
