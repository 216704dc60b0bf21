import { entryOf } from '../../ruleset/yaml-tree.js';
import { MapReader } from '../../ruleset/map-reader.js';
import { readMaps } from '../../tasks/map-items.js';
import { readFileSelection } from '../../tasks/file-selection.js';
import { readInteger } from '../../tasks/task-values.js';
import { readLabelItem } from './read-labels.js';
import { readNameRule } from './read-name-rule.js';
import { readValueRule } from './read-value-rule.js';
import { SENSITIVE_LABELS } from '../labels.js';
import type { ConfigScope } from './config-scope.js';
import type { FileSelection } from '../../ruleset/nodes.js';
import type { NamedLabel } from '../column-rules.js';
import type { NameRule } from './read-name-rule.js';
import type { ValueRuleItem } from './read-value-rule.js';
import type { YamlNode } from '../../ruleset/yaml-tree.js';

/** What configs and their libraries hold. */
export const SECTIONS = ['labels', 'metadata_rules', 'idd_rules', 'idd_options', 'files'] as const;

/** How values are looked at. */
export interface ValueOptions {
  readonly rowSampleSize: number;
  readonly force: boolean;
}

export interface Sections {
  readonly labels: readonly NamedLabel[];
  readonly nameRules: readonly NameRule[];
  readonly valueRules: readonly ValueRuleItem[];
  readonly valueOptions: ValueOptions;
  readonly files: FileSelection | null;
}

const SAMPLE = { min: 1, max: 100_000, usual: 1_000 };

/** Reads all sections of a document whose references are resolved. */
export function readSections(reader: MapReader, { isLibrary }: { readonly isLibrary: boolean }): Sections {
  const labels = readItems(reader, 'labels', readLabelItem);
  warnAboutTwins(reader, labels);
  const known = new Set([...SENSITIVE_LABELS, ...labels].map(({ name }) => name));
  const scope: ConfigScope = { labels: isLibrary ? null : known };
  return {
    labels,
    nameRules: readItems(reader, 'metadata_rules', (item) => readNameRule(item, scope)),
    valueRules: readItems(reader, 'idd_rules', (item) => readValueRule(item, scope)),
    valueOptions: readValueOptions(reader),
    files: readFiles(reader),
  };
}

/** A list of mappings; a list in it, such as a referred-to section, counts as its items. */
function readItems<T>(reader: MapReader, section: string, read: (item: MapReader) => T | null): readonly T[] {
  const node = reader.value(section);
  if (node === undefined) {
    return [];
  }
  if (node.kind !== 'list') {
    reader.wrongType(section, 'a list', node);
    return [];
  }
  const items = node.items.flatMap((item) => (item.kind === 'list' ? item.items : [item]));
  return readMaps(items, reader, { key: section, read });
}

function warnAboutTwins(reader: MapReader, labels: readonly NamedLabel[]): void {
  const known = new Set<string>();
  const twins = new Set<string>();
  for (const { name } of labels) {
    (known.has(name) ? twins : known).add(name);
  }
  for (const name of twins) {
    const message = `The label "${name}" is described twice: the later description counts.`;
    reader.problems.warning('duplicate_label', message, reader.placeOf('labels'));
  }
}

function readValueOptions(reader: MapReader): ValueOptions {
  const node = reader.value('idd_options');
  if (node?.kind !== 'map') {
    if (node !== undefined) {
      reader.wrongType('idd_options', 'a mapping', node);
    }
    return { rowSampleSize: SAMPLE.usual, force: false };
  }
  const options = new MapReader(node, reader.pathOf('idd_options'), reader.problems);
  const rowSampleSize = readInteger(options, 'row_sample_size', SAMPLE.min, SAMPLE.max) ?? SAMPLE.usual;
  const force = options.boolean('force', false);
  options.finish();
  return { rowSampleSize, force };
}

function readFiles(reader: MapReader): FileSelection | null {
  const node = reader.value('files');
  if (node === undefined) {
    return null;
  }
  if (node.kind !== 'map') {
    reader.wrongType('files', 'a mapping with "include"', node);
    return null;
  }
  const entries = node.entries.map((entry) =>
    ['include', 'skip'].includes(entry.key) ? { ...entry, value: withGlobs(entry.value) } : entry,
  );
  const files = new MapReader({ ...node, entries }, reader.pathOf('files'), reader.problems);
  const selection = readFileSelection(files);
  files.finish();
  return selection;
}

/** `"*.csv"` stands for `{ glob: "*.csv" }`. */
function withGlobs(node: YamlNode): YamlNode {
  return node.kind !== 'list'
    ? node
    : {
        ...node,
        items: node.items.map((item): YamlNode =>
          item.kind === 'scalar' && typeof item.value === 'string' && entryOf(item, 'glob') === undefined
            ? { kind: 'map', at: item.at, entries: [{ key: 'glob', keyNode: item, value: item }] }
            : item,
        ),
      };
}
