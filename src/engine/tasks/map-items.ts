import { describeNode } from '../ruleset/yaml-tree.js';
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
  return node.items.flatMap((item, index) => {
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
