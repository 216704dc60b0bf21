import { quoted, suggestion } from '../../ruleset/near-miss.js';
import { SENSITIVE_LABELS } from '../labels.js';
import type { MapReader } from '../../ruleset/map-reader.js';
import type { NamedLabel } from '../column-rules.js';

const CATEGORIES = ['PII', 'PHI', 'PCI', 'Custom'];
const BUILT_IN: ReadonlyMap<string, NamedLabel> = new Map(
  SENSITIVE_LABELS.map((label) => [label.name, label]),
);
const LONGEST_NAME = 100;

/** `name`, and what it means: for a built-in label that may be left out. */
export function readLabelItem(reader: MapReader): NamedLabel | null {
  const name = reader.requiredText('name');
  const description = reader.optionalText('description');
  const categories = readCategories(reader);
  reader.optionalText('doc');
  if (name === null) {
    return null;
  }
  if (name.length > LONGEST_NAME) {
    const message = `The name of a label has at most ${LONGEST_NAME} characters.`;
    reader.problems.error('bad_value', message, reader.placeOf('name'));
    return null;
  }
  const builtIn = BUILT_IN.get(name);
  return {
    name,
    description: description ?? builtIn?.description ?? name,
    categories: categories ?? builtIn?.categories ?? ['Custom'],
  };
}

function readCategories(reader: MapReader): readonly string[] | null {
  const node = reader.value('categories');
  if (node === undefined) {
    return null;
  }
  if (node.kind !== 'list' || node.items.length === 0) {
    reader.wrongType('categories', `a list of ${CATEGORIES.join(', ')}`, node);
    return null;
  }
  return node.items.flatMap((item) => {
    const text = item.kind === 'scalar' ? item.text : '';
    if (CATEGORIES.includes(text)) {
      return [text];
    }
    const message = `There is no category ${quoted(text)}: known are ${CATEGORIES.join(', ')}.${suggestion(text, CATEGORIES)}`;
    reader.problems.error('bad_value', message, { path: reader.pathOf('categories'), at: item.at });
    return [];
  });
}
