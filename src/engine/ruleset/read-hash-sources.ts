import { describeNode } from './yaml-tree.js';
import { MapReader } from './map-reader.js';
import { readCase, readJsonPath, readXpath } from './read-hash-columns.js';
import type { HashSource } from './nodes.js';
import type { YamlNode } from './yaml-tree.js';

/** Where a rule without columns stands. */
export type HashPlace = 'file' | 'in_flight';

type Origin = Pick<HashSource, 'source' | 'jsonPath' | 'xpath'>;
const SELF: Origin = { source: 'self', jsonPath: null, xpath: null };

/** The `hash_sources` of a rule for whole records or files; empty: not hashed. */
export function readHashSources(reader: MapReader, place: HashPlace): readonly HashSource[] {
  const node = reader.value('hash_sources');
  if (node === undefined) {
    return [];
  }
  if (node.kind !== 'list') {
    reader.wrongType('hash_sources', 'a list', node);
    return [];
  }
  return node.items.flatMap(
    (item, index) => readSource(item, `${reader.pathOf('hash_sources')}[${index}]`, reader, place) ?? [],
  );
}

function readSource(node: YamlNode, path: string, parent: MapReader, place: HashPlace): HashSource | null {
  const { problems } = parent;
  if (node.kind !== 'map') {
    const message = `A hash source is a mapping such as {source: self}, not ${describeNode(node)}.`;
    problems.error('wrong_type', message, { path, at: node.at });
    return null;
  }
  const reader = new MapReader(node, path, problems);
  const before = problems.errorCount;
  const origin = readOrigin(reader, place);
  const caseTransform = readCase(reader);
  const trim = reader.boolean('trim', false);
  reader.finish();
  return problems.errorCount === before ? { ...origin, caseTransform, trim, at: node.at } : null;
}

function readOrigin(reader: MapReader, place: HashPlace): Origin {
  const source = reader.optionalText('source');
  const jsonPath = readJsonPath(reader);
  const xpath = place === 'file' ? readXpath(reader) : null;
  const usesPath = place === 'file' && reader.boolean('file_path', false);
  const given = [source, jsonPath, xpath, usesPath ? true : null].filter((origin) => origin !== null);
  if (given.length !== 1) {
    const keys = place === 'file' ? '"source", "json_path", "xpath", "file_path"' : '"source", "json_path"';
    const message = `Give exactly one of ${keys}.`;
    reader.problems.error(given.length === 0 ? 'missing_key' : 'conflicting_keys', message, reader.place);
  }
  if (usesPath) {
    return { ...SELF, source: 'file_path' };
  }
  return source === null ? { ...SELF, jsonPath, xpath } : readNamedSource(reader, source, place);
}

function readNamedSource(reader: MapReader, source: string, place: HashPlace): Origin {
  if (source === 'from_request' && place === 'in_flight') {
    return { ...SELF, source: 'request' };
  }
  if (source === 'from_request') {
    const message = '"source: from_request" belongs to in-flight rulesets.';
    reader.problems.error('not_supported_here', message, reader.placeOf('source'));
  } else if (source !== 'self') {
    const words = place === 'in_flight' ? '"self" or "from_request"' : '"self"';
    reader.problems.error('bad_value', `"source" must be ${words}.`, reader.placeOf('source'));
  }
  return SELF;
}
