import { readFileSelection } from './file-selection.js';
import { readFixedWidth } from './fixed-width.js';
import { readOwnHashColumns } from '../ruleset/read-hash-columns.js';
import { readRules } from '../ruleset/read-rules.js';
import { refuseUselessTaskHash } from '../ruleset/rule-traits.js';
import type { MapReader } from '../ruleset/map-reader.js';
import type { TaskDefinition } from './task-definition.js';

const LINE_BREAK = /[\r\n]/;

export const maskTabularFile: TaskDefinition = {
  name: 'mask_tabular_file',
  targets: ['file'],
  canRun: true,
  read(reader, { taskPath }, scope) {
    const selection = readFileSelection(reader);
    const delimiter = readCharacter(reader, 'delimiter');
    const quoteCharacter = readCharacter(reader, 'quotechar') ?? '"';
    if (delimiter === quoteCharacter) {
      const message = '"delimiter" and "quotechar" must differ.';
      reader.problems.error('bad_value', message, reader.placeOf('delimiter'));
    }
    const nullText = reader.optionalText('null_string');
    const fixedWidth = readFixedWidth(reader);
    const hashColumns = readOwnHashColumns(reader) ?? [];
    const rules = readRules(reader, hashColumns, scope);
    refuseUselessTaskHash(reader, hashColumns, rules);
    return {
      ...{ kind: 'mask_tabular_file', path: taskPath, at: reader.node.at },
      ...selection,
      ...{ rules, delimiter, quoteCharacter, nullText, fixedWidth },
    };
  },
};

/** One character; null when absent or after a problem. */
function readCharacter(reader: MapReader, key: string): string | null {
  const text = reader.optionalText(key);
  if (text !== null && ([...text].length !== 1 || LINE_BREAK.test(text))) {
    const message = `"${key}" must be one character and no line break.`;
    reader.problems.error('bad_value', message, reader.placeOf(key));
    return null;
  }
  return text;
}
