import { itemsOf } from '../ruleset/items.js';
import { MapReader } from '../ruleset/map-reader.js';
import { NOT_READ, wrongType } from './parameters.js';
import { readParameters } from './read-parameters.js';
import type { ParameterScope, ParameterTable, ParameterType, ParamsOf } from './parameters.js';
import type { Place } from '../ruleset/problem-list.js';
import type { YamlNode } from '../ruleset/yaml-tree.js';

/** What a mapping inside a mask says, and where it stands. */
export type RecordOf<T extends ParameterTable> = ParamsOf<T> & { readonly place: Place };

/** A mapping with parameters of its own, described by the same table that reads it. */
export function record<T extends ParameterTable>(description: string, fields: T): ParameterType<RecordOf<T>> {
  return {
    type: 'mapping',
    description,
    constraints: '',
    fields,
    read: (node, scope) => readRecord(node, scope, fields),
  };
}

/** A list, or a mapping of labelled items, of such mappings; `ownKey` is a key that every item has. */
export function recordList<T extends ParameterTable>(
  description: string,
  fields: T,
  ownKey: keyof T & string,
): ParameterType<readonly RecordOf<T>[]> {
  return {
    type: 'list of mappings',
    description,
    constraints: 'at least one',
    fields,
    read: (node, scope) => {
      const items = itemsOf(node, scope.path, [ownKey], scope.problems);
      if (items.length === 0 && node.kind !== 'scalar') {
        scope.problems.error('empty_list', 'At least one entry is needed.', {
          path: scope.path,
          at: node.at,
        });
      }
      const read = items.map((item) => readRecord(item.node, { ...scope, path: item.path }, fields));
      const records = read.filter((item) => item !== NOT_READ);
      return records.length === items.length && items.length > 0 ? records : NOT_READ;
    },
  };
}

function readRecord<T extends ParameterTable>(
  node: YamlNode,
  scope: ParameterScope,
  fields: T,
): RecordOf<T> | typeof NOT_READ {
  if (node.kind !== 'map') {
    return wrongType(node, scope, `a mapping with ${Object.keys(fields).join(', ')}`);
  }
  const before = scope.problems.errorCount;
  const reader = new MapReader(node, scope.path, scope.problems);
  const params = readParameters(fields, reader, scope);
  reader.finish();
  // Sound: `readParameters` made it from this very table.
  return scope.problems.errorCount > before ? NOT_READ : ({ ...params, place: reader.place } as RecordOf<T>);
}
