import { MAX_PLAIN_ENTRIES, plainValue } from '../ruleset/plain-value.js';
import { readFileSelection } from './file-selection.js';
import { readTextList } from './task-values.js';
import type { DiscoveryKeywords, DiscoveryWishes } from '../ruleset/nodes.js';
import type { MapReader } from '../ruleset/map-reader.js';
import type { TaskDefinition } from './task-definition.js';

export const dataDiscovery: TaskDefinition = {
  name: 'run_data_discovery',
  targets: ['database'],
  canRun: true,
  read(reader, { taskPath }) {
    return { kind: 'run_data_discovery', path: taskPath, at: reader.node.at, ...readKeywords(reader) };
  },
};

export const schemaDiscovery: TaskDefinition = {
  name: 'run_schema_discovery',
  targets: ['database'],
  canRun: true,
  read(reader, { taskPath }) {
    return {
      ...{ kind: 'run_schema_discovery', path: taskPath, at: reader.node.at },
      ...readKeywords(reader),
      ...readWishes(reader),
      schemas: readTextList(reader, 'schemas'),
    };
  },
};

export const fileDiscovery: TaskDefinition = {
  name: 'run_file_data_discovery',
  targets: ['file'],
  canRun: true,
  read(reader, { taskPath }) {
    return {
      ...{ kind: 'run_file_data_discovery', path: taskPath, at: reader.node.at },
      ...readFileSelection(reader),
      ...readKeywords(reader),
      ...readWishes(reader),
    };
  },
};

function readKeywords(reader: MapReader): DiscoveryKeywords {
  return {
    customKeywords: readTextList(reader, 'custom_keywords'),
    ignoredKeywords: readTextList(reader, 'ignored_keywords'),
  };
}

function readWishes(reader: MapReader): DiscoveryWishes {
  return {
    disableBuiltInKeywords: reader.boolean('disable_built_in_keywords', false),
    disableGlobalCustomKeywords: reader.boolean('disable_global_custom_keywords', false),
    disableGlobalIgnoredKeywords: reader.boolean('disable_global_ignored_keywords', false),
    inDataDiscovery: readInDataDiscovery(reader),
  };
}

/** Taken as it stands: discovery reads it by its own rules. */
function readInDataDiscovery(reader: MapReader): DiscoveryWishes['inDataDiscovery'] {
  const node = reader.value('in_data_discovery');
  if (node === undefined) {
    return null;
  }
  if (node.kind !== 'map') {
    reader.wrongType('in_data_discovery', 'a mapping', node);
    return null;
  }
  const plain = plainValue(node);
  if (plain === undefined) {
    const message = `"in_data_discovery" has more than ${MAX_PLAIN_ENTRIES} entries.`;
    reader.problems.error('too_many_nodes', message, reader.placeOf('in_data_discovery'));
    return null;
  }
  return plain as Readonly<Record<string, unknown>>;
}
