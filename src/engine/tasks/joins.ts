import { quoted } from '../ruleset/near-miss.js';
import { readColumnNames } from './task-values.js';
import { readMapItems } from './map-items.js';
import type { Join } from '../ruleset/nodes.js';
import type { MapReader } from '../ruleset/map-reader.js';

/** The tables that a task joins to its own, each to one that stands before it. */
export function readJoins(reader: MapReader, table: string | null): readonly Join[] {
  const known = new Set(table === null ? [] : [table]);
  return readMapItems(reader, 'joins', (item) => readJoin(item, known));
}

function readJoin(item: MapReader, known: Set<string>): Join | null {
  const targetTable = item.requiredText('target_table');
  const targetKey = readColumnNames(item, 'target_key');
  const sourceTable = item.requiredText('source_table');
  const sourceKey = readColumnNames(item, 'source_key');
  const outer = item.boolean('outer', false);
  if (targetTable === null || sourceTable === null) {
    return null;
  }
  if (targetKey.length > 0 && sourceKey.length > 0 && targetKey.length !== sourceKey.length) {
    const message = '"source_key" and "target_key" must have as many columns.';
    item.problems.error('bad_value', message, item.placeOf('source_key'));
  }
  if (!known.has(sourceTable)) {
    const message = `${quoted(sourceTable)} is neither the task's table nor one joined before.`;
    item.problems.error('unknown_join_source', message, item.placeOf('source_table'));
  }
  if (known.has(targetTable)) {
    const message = `The table ${quoted(targetTable)} is already there.`;
    item.problems.error('duplicate_join', message, item.placeOf('target_table'));
  }
  known.add(targetTable);
  return { targetTable, targetKey, sourceTable, sourceKey, outer, at: item.node.at };
}
