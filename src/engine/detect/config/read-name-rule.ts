import { quoted, suggestion } from '../../ruleset/near-miss.js';
import { badPattern, readLabel, refuse } from './config-scope.js';
import { compileNameTest } from '../custom-keywords.js';
import { KEYWORD_LISTS } from '../keywords/index.js';
import { MapReader } from '../../ruleset/map-reader.js';
import { readWord } from '../../tasks/task-values.js';
import type { ConfigScope } from './config-scope.js';
import type { NameTestText } from '../custom-keywords.js';

const TYPES = ['regex', 'keyword', 'built_in'] as const;
const BUILT_IN: ReadonlySet<string> = new Set(KEYWORD_LISTS.map(({ label }) => label));

/** One item of `metadata_rules`. Label null: names that match are passed over. Test null: the built-in names of the label. */
export interface NameRule {
  readonly label: string | null;
  readonly test: NameTestText | null;
}

export function readNameRule(reader: MapReader, scope: ConfigScope): NameRule | null {
  reader.optionalText('name');
  reader.optionalText('doc');
  const isIgnored = reader.boolean('ignore', false);
  const label = isIgnored ? null : readLabel(reader, scope);
  if (isIgnored) {
    refuse(reader, 'label', 'in a rule that says "ignore"');
  }
  const node = reader.value('column');
  if (node === undefined) {
    reader.missing('column');
    return null;
  }
  if (node.kind !== 'map') {
    reader.wrongType('column', 'a mapping with "type" and "pattern"', node);
    return null;
  }
  const column = new MapReader(node, reader.pathOf('column'), reader.problems);
  const test = readTest(column, label);
  column.finish();
  return test === undefined || (label === null && !isIgnored) ? null : { label, test };
}

/** Undefined after a problem. */
function readTest(column: MapReader, label: string | null): NameTestText | null | undefined {
  const type = readWord(column, 'type', TYPES, 'regex');
  if (type === 'built_in') {
    refuse(column, 'pattern', 'beside "built_in"');
    return hasBuiltIn(column, label) ? null : undefined;
  }
  const key = type === 'regex' ? 'pattern' : 'keyword';
  const text = column.requiredText(key);
  if (text === null) {
    return undefined;
  }
  const test: NameTestText = { by: type, text };
  const compiled = compileNameTest(test);
  if ('problem' in compiled) {
    badPattern(column, key, compiled.problem);
    return undefined;
  }
  return test;
}

function hasBuiltIn(column: MapReader, label: string | null): boolean {
  if (label === null || !BUILT_IN.has(label)) {
    const message =
      label === null
        ? '"built_in" needs a label.'
        : `No names are built in for the label ${quoted(label)}.${suggestion(label, BUILT_IN)}`;
    column.problems.error('bad_value', message, column.placeOf('type'));
    return false;
  }
  return true;
}
