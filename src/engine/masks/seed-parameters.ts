import { quoted, suggestion } from '../ruleset/near-miss.js';
import { reportParameter, text, wrongType } from './parameters.js';
import type { ParameterType } from './parameters.js';

/** Name of a seed file; checked against the catalog where there is one. */
export function seedFile(description: string): ParameterType<string> {
  return {
    type: 'seed file',
    description,
    constraints: 'an uploaded or built-in CSV file',
    read: (node, scope) => {
      if (node.kind !== 'scalar' || typeof node.value !== 'string' || node.value === '') {
        return wrongType(node, scope, 'the name of a seed file');
      }
      const name = node.value;
      scope.seedFiles.add(name);
      const catalog = scope.seedCatalog;
      if (catalog === null || catalog.columnNames(name) !== undefined) {
        return name;
      }
      const message = `There is no seed file ${quoted(name)}.${suggestion(name, catalog.names())}`;
      return reportParameter(node, scope, 'unknown_seed_file', message);
    },
  };
}

/** Header of a column of a seed file; which file, its mask knows and checks. */
export function seedFileColumn(description: string): ParameterType<string> {
  return { ...text(description), type: 'seed column' };
}
