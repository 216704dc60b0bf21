import { hashSourceList } from './hash-sources.js';
import { AS_IS } from '../../values/canonical.js';
import {
  boolean,
  maskList,
  NOT_READ,
  oneOf,
  optional,
  reportParameter,
  required,
  text,
  withDefault,
  wrongType,
} from '../parameters.js';
import { MapReader } from '../../ruleset/map-reader.js';
import { parseXmlPath } from '../../xml/xml-path.js';
import { readParameters } from '../read-parameters.js';
import { recordList } from '../record-parameters.js';
import type { CanonicalOptions } from '../../values/canonical.js';
import type { ParameterScope, ParameterType, ParamsOf } from '../parameters.js';
import type { RecordOf } from '../record-parameters.js';
import type { XmlPath } from '../../xml/xml-path.js';
import type { YamlMap, YamlNode } from '../../ruleset/yaml-tree.js';

/** A value of the document that stands for the entity of a match. */
export interface XmlHashSource {
  /** From beside the masked element, or from the root; null: the masked value itself. */
  readonly path: XmlPath | null;
  readonly options: CanonicalOptions;
}

const HASH_SOURCE = {
  path: optional(xmlPath('From the parent of the masked element; with a slash first from the root.')),
  xpath: optional(xmlPath('The same.')),
  source: optional(oneOf('The masked value itself.', ['self'])),
  case_transform: optional(oneOf('Case before hashing.', ['lower', 'upper'])),
  trim: withDefault(boolean('Strip white space around it before hashing.'), false),
};

const NODE_TRANSFORM = {
  type: required(oneOf('What is masked of the elements.', ['text', 'attribute'])),
  attributes: optional(nameList('Names of the attributes.')),
  masks: required(maskList('What is done to each of them.')),
};

/** One entry of `transforms` of the `xml` mask. */
export const XML_TRANSFORM = {
  path: required(xmlPath('Which elements: /a/b, //b, *, [n], [@k], [@k="v"], and @k or text() at the end.')),
  node_transforms: optional(recordList('What is masked of each element.', NODE_TRANSFORM, 'masks')),
  masks: optional(
    maskList('Short for one entry of node_transforms: the text, or the attribute at the path’s end.'),
  ),
  on_null: withDefault(
    oneOf('What happens to an empty text or attribute.', ['skip', 'error', 'mask']),
    'skip',
  ),
  on_missing: withDefault(oneOf('What happens when the path leads nowhere.', ['error', 'skip']), 'error'),
  force_consistency: withDefault(boolean('Equal originals get equal values.'), false),
  hash_sources: optional(xmlHashSources('Values of the document that fix the draws of each match.')),
  advance_hash: withDefault(boolean('Each match has draws of its own.'), false),
};

export type XmlTransformParams = RecordOf<typeof XML_TRANSFORM>;

export function namespaceMap(description: string): ParameterType<ReadonlyMap<string, string>> {
  return {
    type: 'mapping',
    description,
    constraints: 'prefix: namespace',
    read: (node, scope) => {
      const entries = node.kind === 'map' ? node.entries : [];
      const read = entries.flatMap(({ key, value }) =>
        value.kind === 'scalar' && typeof value.value === 'string' ? [[key, value.value] as const] : [],
      );
      return node.kind === 'map' && read.length === entries.length
        ? new Map(read)
        : wrongType(node, scope, 'a mapping of prefixes to namespaces');
    },
  };
}

function xmlPath(description: string): ParameterType<XmlPath> {
  const asText = text(description);
  return {
    type: 'XPath',
    description,
    constraints: '',
    read: (node, scope) => {
      const written = asText.read(node, scope);
      if (written === NOT_READ) {
        return NOT_READ;
      }
      const path = parseXmlPath(written);
      return 'problem' in path
        ? reportParameter(node, scope, 'bad_path', `The path cannot be used: ${path.problem}.`)
        : path;
    },
  };
}

function nameList(description: string): ParameterType<readonly string[]> {
  return {
    type: 'name or list of names',
    description,
    constraints: '',
    read: (node, scope) => {
      const items = node.kind === 'list' ? node.items : [node];
      const names = items.flatMap((item) =>
        item.kind === 'scalar' && typeof item.value === 'string' && item.value !== '' ? [item.value] : [],
      );
      return names.length === items.length && names.length > 0
        ? names
        : wrongType(node, scope, 'a name or a list of names');
    },
  };
}

function xmlHashSources(description: string): ParameterType<readonly XmlHashSource[]> {
  return hashSourceList(
    { description, constraints: 'each a path or a mapping', fields: HASH_SOURCE },
    readSource,
  );
}

function readSource(node: YamlNode, scope: ParameterScope): XmlHashSource | typeof NOT_READ {
  if (node.kind === 'map') {
    return readMapping(node, scope);
  }
  const path = HASH_SOURCE.path.read(node, scope);
  return path === NOT_READ ? NOT_READ : { path, options: AS_IS };
}

function readMapping(node: YamlMap, scope: ParameterScope): XmlHashSource | typeof NOT_READ {
  const before = scope.problems.errorCount;
  const reader = new MapReader(node, scope.path, scope.problems);
  // Sound: `readParameters` makes it from this very table.
  const params = readParameters(HASH_SOURCE, reader, scope) as ParamsOf<typeof HASH_SOURCE>;
  reader.finish();
  if (scope.problems.errorCount > before) {
    return NOT_READ;
  }
  const given = [params.path, params.xpath, params.source].filter((value) => value !== null);
  if (given.length !== 1) {
    return reportParameter(node, scope, 'conflicting_keys', 'Give one of "path", "xpath" and "source".');
  }
  return {
    path: params.path ?? params.xpath,
    options: { trim: params.trim, caseTransform: params.case_transform },
  };
}
