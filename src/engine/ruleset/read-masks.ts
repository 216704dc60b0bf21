import { MASKS_BY_NAME, RENAMED_MASKS } from '../masks/index.js';
import { describeNode } from './yaml-tree.js';
import { itemsOf } from './items.js';
import { MapReader } from './map-reader.js';
import { quoted, suggestion } from './near-miss.js';
import { readParameters } from '../masks/read-parameters.js';
import type { MaskDefinition, MaskTraits, ParamReport } from '../masks/mask-definition.js';
import type { ParameterScope } from '../masks/parameters.js';
import type { MaskNode } from './nodes.js';
import type { Place } from './problem-list.js';
import type { ReadScope } from './read-scope.js';
import type { YamlNode } from './yaml-tree.js';

/** Reads a chain of masks: a list, a mapping of labelled masks, or one mask. */
export function readMasks(node: YamlNode, path: string, scope: ReadScope): readonly MaskNode[] {
  const items = itemsOf(node, path, ['type'], scope.problems);
  if (items.length === 0 && node.kind !== 'scalar') {
    scope.problems.error('empty_masks', 'At least one mask is needed.', { path, at: node.at });
  }
  return items.flatMap((item) => readMask(item.node, item.path, scope) ?? []);
}

function readMask(node: YamlNode, path: string, scope: ReadScope): MaskNode | null {
  if (node.kind !== 'map') {
    const message = `A mask is a mapping with "type", not ${describeNode(node)}.`;
    scope.problems.error('wrong_type', message, { path, at: node.at });
    return null;
  }
  const reader = new MapReader(node, path, scope.problems);
  const name = reader.requiredText('type');
  const definition = name === null ? null : definitionOf(name, reader);
  if (definition === null) {
    return null;
  }
  const before = scope.problems.errorCount;
  const written = readParameters(definition.parameters, reader, parameterScope(scope, path));
  const params = scope.problems.isLenient ? (definition.lenient?.(written) ?? written) : written;
  reader.finish();
  refuseMisplaced(definition, reader, scope);
  if (scope.problems.errorCount > before) {
    return null;
  }
  definition.check?.(params, reportOf(reader, scope));
  return { maskName: definition.name, params, path, at: node.at };
}

function definitionOf(name: string, reader: MapReader): MaskDefinition | null {
  const definition = MASKS_BY_NAME.get(name);
  if (definition !== undefined) {
    return definition;
  }
  const place = reader.placeOf('type');
  const successor = RENAMED_MASKS.get(name);
  if (successor !== undefined) {
    const message = `The mask "${name}" is deprecated: use "${successor}".`;
    reader.problems.warning('deprecated_mask', message, place);
    return MASKS_BY_NAME.get(successor) ?? null;
  }
  const near = suggestion(name, [...MASKS_BY_NAME.keys()]);
  reader.problems.error('unknown_mask', `There is no mask ${quoted(name)}.${near}`, place);
  return null;
}

/** Masks that need a table where there is none. */
function refuseMisplaced(definition: MaskDefinition, reader: MapReader, scope: ReadScope): void {
  const { name, traits } = definition;
  const message = misplacement(traits ?? {}, scope);
  if (message !== null) {
    reader.problems.error('not_supported_here', `The mask "${name}" ${message}.`, reader.placeOf('type'));
  }
}

function misplacement(traits: MaskTraits, scope: ReadScope): string | null {
  const isWholeColumn = traits.wholeColumn === true;
  if (traits.needsAllRows === true && scope.target === 'file') {
    return 'must know of all rows and is not available in files, which are masked row by row';
  }
  if (!scope.hasRow && (traits.needsTable === true || traits.needsAllRows === true)) {
    return `needs a table: it is not available ${where(scope)}`;
  }
  if (scope.target === 'in_flight' && traits.notInFlight === true) {
    return 'is not available in an in-flight ruleset';
  }
  return scope.isNested === true && isWholeColumn ? 'cannot stand inside another' : null;
}

function where({ target }: ReadScope): string {
  return target === 'in_flight' ? 'in an in-flight ruleset' : 'in mask_file';
}

function parameterScope(scope: ReadScope, path: string): ParameterScope {
  return {
    problems: scope.problems,
    path,
    seedCatalog: scope.seedCatalog,
    seedFiles: scope.seedFiles,
    withoutRow: scope.hasRow ? null : where(scope),
    readMasks: (node, childPath) => scope.readMasks(node, childPath, { ...scope, isNested: true }),
  };
}

function reportOf(reader: MapReader, scope: ReadScope): ParamReport {
  const placeFor = (parameter: string | undefined): Place =>
    parameter === undefined ? reader.place : reader.placeOf(parameter);
  return {
    seedColumns: (file) => scope.seedCatalog?.columnNames(file),
    error: (code, message, parameter) => reader.problems.error(code, message, placeFor(parameter)),
    warning: (code, message, parameter) => reader.problems.warning(code, message, placeFor(parameter)),
  };
}
