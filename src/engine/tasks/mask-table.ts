import { maskedKeyMessage, mayMaskKey } from '../ruleset/unique-masks.js';
import { readColumnNames, readWorkers } from './task-values.js';
import { readJoins } from './joins.js';
import { readOwnHashColumns } from '../ruleset/read-hash-columns.js';
import { readRules } from '../ruleset/read-rules.js';
import { refuseUselessTaskHash } from '../ruleset/rule-traits.js';
import type { MapReader } from '../ruleset/map-reader.js';
import type { TaskDefinition } from './task-definition.js';

/** Leftovers of older versions: taken, without effect. */
const DEPRECATED = ['order_by', 'index_key_columns'];

export const maskTable: TaskDefinition = {
  name: 'mask_table',
  targets: ['database'],
  canRun: true,
  read(reader, { taskPath }, scope) {
    const table = reader.requiredText('table');
    const key = readColumnNames(reader, 'key');
    const where = readWhere(reader);
    const joins = readJoins(reader, table);
    const workers = readWorkers(reader);
    warnAboutLeftovers(reader);
    const hashColumns = readOwnHashColumns(reader) ?? [];
    const rules = readRules(reader, hashColumns, scope);
    refuseUselessTaskHash(reader, hashColumns, rules);
    refuseMaskedKeys(reader, key, rules);
    if (table === null) {
      return null;
    }
    return {
      ...{ kind: 'mask_table', path: taskPath, at: reader.node.at },
      ...{ table, key, where, joins, workers, rules },
    };
  },
};

function readWhere(reader: MapReader): string | null {
  const where = reader.optionalText('where')?.trim() ?? null;
  if (where?.endsWith(';') === true) {
    const message = '"where" is a condition, not a statement: leave the semicolon out.';
    reader.problems.error('bad_where', message, reader.placeOf('where'));
  }
  return where === '' ? null : where;
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
    if (key.includes(rule.column) && !mayMaskKey(rule.masks)) {
      const message = maskedKeyMessage(rule.column);
      reader.problems.error('masked_key', message, { path: `${rule.path}.column`, at: rule.at });
    }
  }
}
