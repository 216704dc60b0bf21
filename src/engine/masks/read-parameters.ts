import { ROW_COLUMN } from './parameters.js';
import type { MapReader } from '../ruleset/map-reader.js';
import type { ParameterScope, ParameterTable } from './parameters.js';
import type { YamlEntry } from '../ruleset/yaml-tree.js';

/** Reads from a mapping what a table of parameters describes; what was not read is left as it came. */
export function readParameters(
  table: ParameterTable,
  reader: MapReader,
  scope: ParameterScope,
): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(table)) {
    const written = writtenEntry(name, parameter.aliases ?? [], reader);
    const isNull = written?.value.kind === 'scalar' && written.value.value === null;
    if (written === undefined || (isNull && !parameter.nullIsValue)) {
      if (parameter.required) {
        reader.missing(name);
      }
      params[name] = parameter.defaultValue;
      continue;
    }
    if (parameter.type === ROW_COLUMN && scope.withoutRow !== null) {
      const message = `"${written.key}" reads another column of the row, which is not there ${scope.withoutRow}.`;
      reader.problems.error('not_supported_here', message, reader.keyPlace(written.key));
    }
    params[name] = parameter.read(written.value, { ...scope, path: reader.pathOf(written.key) });
  }
  return params;
}

/** The entry by whichever of its names it is given; twice is once too often. */
function writtenEntry(name: string, aliases: readonly string[], reader: MapReader): YamlEntry | undefined {
  const [first, second] = [name, ...aliases].flatMap((candidate) => reader.entry(candidate) ?? []);
  if (first !== undefined && second !== undefined) {
    const message = `"${second.key}" says the same as "${first.key}": give one of them.`;
    reader.problems.error('duplicate_key', message, reader.keyPlace(second.key));
  }
  return first;
}
