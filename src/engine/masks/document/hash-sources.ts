import { ANY } from './json-paths.js';
import { AS_IS } from '../../values/canonical.js';
import {
  boolean,
  NOT_READ,
  oneOf,
  optional,
  reportParameter,
  withDefault,
  wrongType,
} from '../parameters.js';
import { documentPath, readDocumentPath } from './document-parameters.js';
import { MapReader } from '../../ruleset/map-reader.js';
import { readParameters } from '../read-parameters.js';
import type { CanonicalOptions } from '../../values/canonical.js';
import type { DocumentStep } from '../../ports/document-view.js';
import type { ParameterScope, ParameterType, ParamsOf } from '../parameters.js';
import type { YamlMap, YamlNode } from '../../ruleset/yaml-tree.js';

/** A value of the document that stands for the entity of a match. */
export interface DocumentHashSource {
  /** Where the path begins: beside the masked value, at the document's root, or it is the masked value itself. */
  readonly from: 'parent' | 'root' | 'self';
  readonly path: readonly DocumentStep[];
  readonly options: CanonicalOptions;
}

const FIELDS = {
  path: optional(documentPath('Path from the list or object that holds the masked value.')),
  json_path: optional(documentPath('Path from the root of the document.')),
  source: optional(oneOf('The masked value itself.', ['self'])),
  case_transform: optional(oneOf('Case before hashing.', ['lower', 'upper'])),
  trim: withDefault(boolean('Strip white space around it before hashing.'), false),
};

/** A list of hash sources, read one by one; `facts` is what the documentation says of them. */
export function hashSourceList<T>(
  facts: Pick<ParameterType<readonly T[]>, 'description' | 'constraints' | 'fields'>,
  readOne: (node: YamlNode, scope: ParameterScope) => T | typeof NOT_READ,
): ParameterType<readonly T[]> {
  return {
    type: 'list of paths',
    ...facts,
    read: (node, scope) => {
      if (node.kind !== 'list') {
        return wrongType(node, scope, 'a list of paths');
      }
      const sources = node.items.map((item, index) =>
        readOne(item, { ...scope, path: `${scope.path}[${index}]` }),
      );
      const read = sources.filter((source): source is T => source !== NOT_READ);
      return read.length === sources.length ? read : NOT_READ;
    },
  };
}

export function documentHashSources(description: string): ParameterType<readonly DocumentHashSource[]> {
  const constraints = 'each a key, a path, or a mapping';
  return hashSourceList({ description, constraints, fields: FIELDS }, readSource);
}

function readSource(node: YamlNode, scope: ParameterScope): DocumentHashSource | typeof NOT_READ {
  if (node.kind === 'map') {
    return readMapping(node, scope);
  }
  const list: YamlNode = node.kind === 'list' ? node : { kind: 'list', items: [node], at: node.at };
  const path = readDocumentPath(list, scope);
  return path === NOT_READ
    ? NOT_READ
    : withoutWildcards({ from: 'parent', path, options: AS_IS }, node, scope);
}

function readMapping(node: YamlMap, scope: ParameterScope): DocumentHashSource | typeof NOT_READ {
  const before = scope.problems.errorCount;
  const reader = new MapReader(node, scope.path, scope.problems);
  // Sound: `readParameters` makes it from this very table.
  const params = readParameters(FIELDS, reader, scope) as ParamsOf<typeof FIELDS>;
  reader.finish();
  if (scope.problems.errorCount > before) {
    return NOT_READ;
  }
  const { path, json_path: fromRoot, source } = params;
  if ([path, fromRoot, source].filter((given) => given !== null).length !== 1) {
    return reportParameter(node, scope, 'conflicting_keys', 'Give one of "path", "json_path" and "source".');
  }
  const options = { trim: params.trim, caseTransform: params.case_transform };
  const from = path !== null ? 'parent' : fromRoot !== null ? 'root' : 'self';
  return withoutWildcards({ from, path: path ?? fromRoot ?? [], options }, node, scope);
}

/** From the root, `*` stands where the masked value's own do; beside it, it would stand for nothing. */
function withoutWildcards(
  source: DocumentHashSource,
  node: YamlNode,
  scope: ParameterScope,
): DocumentHashSource | typeof NOT_READ {
  return source.from === 'parent' && source.path.includes(ANY)
    ? reportParameter(node, scope, 'bad_value', 'A path beside the masked value cannot have "*".')
    : source;
}
