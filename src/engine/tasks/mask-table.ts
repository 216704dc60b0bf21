import { readOwnHashColumns } from '../ruleset/read-hash-columns.js';
import { readRules } from '../ruleset/read-rules.js';
import type { MapReader } from '../ruleset/map-reader.js';
import type { TaskDefinition } from './task-definition.js';

/** Leftovers of older versions: taken, without effect. */
const DEPRECATED = ['order_by', 'index_key_columns'];
const MAX_WORKERS = 1024;

export const maskTable: TaskDefinition = {
  name: 'mask_table',
  read(reader, { taskPath }, scope) {
    const table = reader.requiredText('table');
    const key = readKey(reader);
    const where = readWhere(reader);
    const workers = readWorkers(reader);
    warnAboutLeftovers(reader);
    const hashColumns = readOwnHashColumns(reader) ?? [];
    const rules = readRules(reader, hashColumns, scope);
    refuseMaskedKeys(reader, key, rules);
    if (table === null) {
      return null;
    }
    return { kind: 'mask_table', path: taskPath, at: reader.node.at, table, key, where, workers, rules };
  },
};

function readKey(reader: MapReader): readonly string[] {
  const node = reader.value('key');
  if (node === undefined) {
    reader.missing('key');
    return [];
  }
  const items = node.kind === 'list' ? node.items : [node];
  const columns = items.flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' && item.value.trim() !== '' ? [item.value] : [],
  );
  if (columns.length !== items.length || columns.length === 0) {
    reader.problems.error(
      'wrong_type',
      '"key" must be a column name or a list of them.',
      reader.placeOf('key'),
    );
  } else if (new Set(columns).size !== columns.length) {
    reader.problems.error('duplicate_key_column', '"key" names a column twice.', reader.placeOf('key'));
  }
  return columns;
}

function readWhere(reader: MapReader): string | null {
  const where = reader.optionalText('where')?.trim() ?? null;
  if (where?.endsWith(';') === true) {
    const message = '"where" is a condition, not a statement: leave the semicolon out.';
    reader.problems.error('bad_where', message, reader.placeOf('where'));
  }
  return where === '' ? null : where;
}

function readWorkers(reader: MapReader): number | null {
  const node = reader.value('workers');
  if (node === undefined) {
    return null;
  }
  const value = node.kind === 'scalar' ? node.value : null;
  if (typeof value !== 'bigint' || value < 1n || value > BigInt(MAX_WORKERS)) {
    const message = `"workers" must be a whole number from 1 to ${MAX_WORKERS}.`;
    reader.problems.error('out_of_range', message, reader.placeOf('workers'));
    return null;
  }
  return Number(value);
}

function warnAboutLeftovers(reader: MapReader): void {
  for (const key of DEPRECATED) {
    if (reader.entry(key) !== undefined) {
      const message = `"${key}" is deprecated and has no effect.`;
      reader.problems.warning('deprecated_key', message, reader.keyPlace(key));
    }
  }
}

function refuseMaskedKeys(
  reader: MapReader,
  key: readonly string[],
  rules: ReturnType<typeof readRules>,
): void {
  for (const rule of rules) {
    if (key.includes(rule.column)) {
      const message = `The column "${rule.column}" is the task's key and cannot be masked by this mask.`;
      reader.problems.error('masked_key', message, { path: `${rule.path}.column`, at: rule.at });
    }
  }
}
