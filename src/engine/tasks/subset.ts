import { MapReader } from '../ruleset/map-reader.js';
import { readCascades } from './cascades.js';
import { readInteger, readWord } from './task-values.js';
import { readMapItems } from './map-items.js';
import { readPattern } from './patterns.js';
import type { SubsetTask, TablePattern } from '../ruleset/nodes.js';
import type { TaskDefinition } from './task-definition.js';

const PATTERNS = ['table', 'regex', 'glob'] as const;
const LISTS = ['include', 'skip', 'drop', 'truncate'] as const;
const MAX_BATCH = 1_000_000;

export const subset: TaskDefinition = {
  name: 'subset',
  targets: ['database'],
  canRun: false,
  read(reader, { taskPath }) {
    if (reader.requiredText('mode') !== null) {
      readWord(reader, 'mode', ['in_place'], 'in_place');
    }
    const defaults = readDefaults(reader);
    const include = readMapItems(reader, 'include', readIncluded);
    if (LISTS.every((key) => reader.value(key) === undefined)) {
      const message = `At least one of ${LISTS.map((key) => `"${key}"`).join(', ')} is needed.`;
      reader.problems.error('missing_key', message, reader.place);
    }
    return {
      ...{ kind: 'subset', path: taskPath, at: reader.node.at },
      ...defaults,
      include,
      skip: readTables(reader, 'skip'),
      drop: readTables(reader, 'drop'),
      truncate: readTables(reader, 'truncate'),
    };
  },
};

function readDefaults(reader: MapReader): Pick<SubsetTask, 'targetPercent' | 'batchSize'> {
  const node = reader.value('defaults');
  if (node?.kind !== 'map') {
    if (node === undefined) {
      reader.missing('defaults');
    } else {
      reader.wrongType('defaults', 'a mapping', node);
    }
    return { targetPercent: 1, batchSize: null };
  }
  const defaults = new MapReader(node, reader.pathOf('defaults'), reader.problems);
  const targetPercent = readPercent(defaults);
  if (defaults.value('target_percent') === undefined) {
    defaults.missing('target_percent');
  }
  const batchSize = readInteger(defaults, 'batch_size', 1, MAX_BATCH);
  defaults.finish();
  return { targetPercent: targetPercent ?? 1, batchSize };
}

function readPercent(reader: MapReader): number | null {
  return readInteger(reader, 'target_percent', 1, 99);
}

function readIncluded(item: MapReader): SubsetTask['include'][number] | null {
  const pattern = readPattern(item, PATTERNS);
  const targetPercent = readPercent(item);
  const additionalCascades = readCascades(item);
  return pattern === null ? null : { ...pattern, targetPercent, additionalCascades };
}

function readTables(reader: MapReader, key: string): readonly TablePattern[] {
  return readMapItems(reader, key, (item) => readPattern(item, PATTERNS));
}
