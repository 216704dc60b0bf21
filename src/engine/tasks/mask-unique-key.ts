import { FormatError, parseFormat } from '../masks/format-parser.js';
import { readCascades } from './cascades.js';
import { readMapItems } from './map-items.js';
import type { MapReader } from '../ruleset/map-reader.js';
import type { MaskUniqueKeyTask } from '../ruleset/nodes.js';
import type { TaskDefinition } from './task-definition.js';

type KeyColumn = MaskUniqueKeyTask['targetKey'][number];

/** Two spellings: a list `target_key`, or one column as `key` and `format`. */
export const maskUniqueKey: TaskDefinition = {
  name: 'mask_unique_key',
  targets: ['database'],
  canRun: true,
  insteadUse: 'a mask_table task with the mask "imitate_unique"',
  read(reader, { taskPath }) {
    const table = reader.requiredText('table');
    const targetKey = readTargetKey(reader);
    const additionalCascades = readCascades(reader);
    if (table === null || targetKey === null) {
      return null;
    }
    const { at } = reader.node;
    return { kind: 'mask_unique_key', path: taskPath, at, table, targetKey, additionalCascades };
  },
};

function readTargetKey(reader: MapReader): readonly KeyColumn[] | null {
  const isShort = reader.entry('key') !== undefined || reader.entry('format') !== undefined;
  if (isShort && reader.entry('target_key') !== undefined) {
    const message = 'Give either "target_key" or "key" and "format", not both.';
    reader.problems.error('conflicting_keys', message, reader.keyPlace('target_key'));
    return null;
  }
  if (isShort) {
    const column = reader.requiredText('key');
    return column === null ? null : [{ column, format: readFormat(reader) }];
  }
  if (reader.value('target_key') === undefined) {
    reader.missing('target_key');
    return null;
  }
  const columns = readMapItems(reader, 'target_key', (item): KeyColumn | null => {
    const column = item.requiredText('column');
    const format = readFormat(item);
    return column === null ? null : { column, format };
  });
  checkColumns(reader, columns);
  return columns;
}

function checkColumns(reader: MapReader, columns: readonly KeyColumn[]): void {
  const names = new Set(columns.map(({ column }) => column));
  const node = reader.value('target_key');
  if (node?.kind === 'list' && node.items.length === 0) {
    const message = '"target_key" must name at least one column.';
    reader.problems.error('missing_key', message, reader.placeOf('target_key'));
  } else if (names.size !== columns.length) {
    const message = '"target_key" names a column twice.';
    reader.problems.error('duplicate_key_column', message, reader.placeOf('target_key'));
  }
}

function readFormat(reader: MapReader): string | null {
  const format = reader.optionalText('format');
  const problem = format === null ? null : problemOf(format);
  if (problem !== null) {
    const message = `The format cannot be used: ${problem.reason} (character ${problem.character}).`;
    reader.problems.error('bad_format', message, reader.placeOf('format'));
  }
  return format;
}

function problemOf(format: string): FormatError | null {
  try {
    parseFormat(format);
    return null;
  } catch (error) {
    if (error instanceof FormatError) {
      return error;
    }
    throw error;
  }
}
