import { describeNode } from './yaml-tree.js';
import { MapReader } from './map-reader.js';
import { parseXmlPath, prefixesOf } from '../xml/xml-path.js';
import { quoted } from './near-miss.js';
import type { HashColumn } from './nodes.js';
import type { ProblemList } from './problem-list.js';
import type { YamlNode } from './yaml-tree.js';

const CASES = ['lower', 'upper'] as const;
/** Sources of determinism that belong to documents and requests. */
const ELSEWHERE = ['file_path', 'self', 'label'];

/**
 * The list that a task or rule gives itself under `hash_columns` or its synonym `hash_sources`; null: it gives none.
 * An empty list or null turns hashing off, which is a list too.
 */
export function readOwnHashColumns(reader: MapReader): readonly HashColumn[] | null {
  const columns = reader.entry('hash_columns');
  const sources = reader.entry('hash_sources');
  if (columns !== undefined && sources !== undefined) {
    const message = '"hash_columns" and "hash_sources" mean the same here: give one of them.';
    reader.problems.error('conflicting_keys', message, reader.keyPlace('hash_sources'));
  }
  const entry = columns ?? sources;
  return entry === undefined ? null : readList(entry.value, reader.pathOf(entry.key), reader.problems);
}

function readList(node: YamlNode, path: string, problems: ProblemList): readonly HashColumn[] {
  if (node.kind === 'scalar' && node.value === null) {
    return [];
  }
  if (node.kind !== 'list') {
    const message = `Hash columns are a list, not ${describeNode(node)}.`;
    problems.error('wrong_type', message, { path, at: node.at });
    return [];
  }
  return node.items.flatMap((item, index) => readItem(item, `${path}[${index}]`, problems) ?? []);
}

function readItem(node: YamlNode, path: string, problems: ProblemList): HashColumn | null {
  if (node.kind === 'scalar' && typeof node.value === 'string' && node.value.trim() !== '') {
    return {
      ...{ column: node.value, caseTransform: null, trim: false },
      ...{ jsonPath: null, xpath: null, at: node.at },
    };
  }
  if (node.kind !== 'map') {
    const message = `A hash column is a column name or a mapping, not ${describeNode(node)}.`;
    problems.error('wrong_type', message, { path, at: node.at });
    return null;
  }
  const reader = new MapReader(node, path, problems);
  const before = problems.errorCount;
  const item: HashColumn = {
    column: readColumn(reader),
    caseTransform: readCase(reader),
    trim: reader.boolean('trim', false),
    jsonPath: readJsonPath(reader),
    xpath: readXpath(reader),
    at: node.at,
  };
  if (item.jsonPath !== null && item.xpath !== null) {
    const message = 'A value is inside JSON or inside XML: give "json_path" or "xpath", not both.';
    problems.error('conflicting_keys', message, reader.keyPlace('xpath'));
  }
  reader.finish(ELSEWHERE);
  return problems.errorCount === before ? item : null;
}

/** Null is `source: self`. */
function readColumn(reader: MapReader): string | null {
  const source = reader.optionalText('source');
  const hasColumn = reader.entry('column_name') !== undefined;
  if (source === null) {
    return reader.requiredText('column_name');
  }
  if (hasColumn) {
    const message = 'Give either "column_name" or "source", not both.';
    reader.problems.error('conflicting_keys', message, reader.keyPlace('source'));
  }
  if (source === 'from_request') {
    const message = '"source: from_request" belongs to in-flight rulesets.';
    reader.problems.error('not_supported_here', message, reader.placeOf('source'));
  } else if (source !== 'self') {
    reader.problems.error('bad_value', '"source" must be "self".', reader.placeOf('source'));
  }
  return null;
}

/** How a hash value is folded; null: not. */
export function readCase(reader: MapReader): HashColumn['caseTransform'] {
  const written = reader.optionalText('case_transform');
  if (written === null) {
    return null;
  }
  const known = CASES.find((name) => name === written);
  if (known === undefined) {
    const message = '"case_transform" must be "lower" or "upper".';
    reader.problems.error('bad_value', message, reader.placeOf('case_transform'));
    return null;
  }
  return known;
}

/** The path of a value inside a JSON document; null: none, or a problem. */
export function readJsonPath(reader: MapReader): HashColumn['jsonPath'] {
  const node = reader.value('json_path');
  if (node === undefined) {
    return null;
  }
  const steps = node.kind === 'list' ? node.items.map(pathStep) : [];
  if (steps.length === 0 || steps.includes(undefined)) {
    const message = '"json_path" must be a list of keys and list positions, such as [owner, 0, id].';
    reader.problems.error('bad_value', message, reader.placeOf('json_path'));
    return null;
  }
  return steps.filter((step) => step !== undefined);
}

/** The path of a text inside an XML document; null: none, or a problem. */
export function readXpath(reader: MapReader): string | null {
  if (reader.value('xpath') === undefined) {
    return null;
  }
  const written = reader.requiredText('xpath');
  const path = written === null ? null : parseXmlPath(written);
  if (path === null) {
    return null;
  }
  if ('problem' in path) {
    const message = `The path cannot be used: ${path.problem}.`;
    reader.problems.error('bad_path', message, reader.placeOf('xpath'));
    return null;
  }
  const [prefix] = prefixesOf(path);
  if (prefix !== undefined) {
    const message = `The prefix ${quoted(prefix)} stands for nothing here: a name without one is taken in any namespace.`;
    reader.problems.error('unknown_prefix', message, reader.placeOf('xpath'));
    return null;
  }
  return written;
}

function pathStep(node: YamlNode): string | number | undefined {
  if (node.kind !== 'scalar') {
    return undefined;
  }
  if (typeof node.value === 'string') {
    return node.value;
  }
  const index = typeof node.value === 'bigint' ? Number(node.value) : -1;
  return index >= 0 && index <= 1e9 ? index : undefined;
}
