import { readMapItems } from './map-items.js';
import type { Cascade } from '../ruleset/nodes.js';
import type { MapReader } from '../ruleset/map-reader.js';

/** References that the database does not declare, under `additional_cascades`. */
export function readCascades(reader: MapReader): readonly Cascade[] {
  return readMapItems(reader, 'additional_cascades', (item) => {
    const table = item.requiredText('table');
    const columns = readMapItems(item, 'columns', (pair) => {
      const source = pair.requiredText('source');
      const target = pair.requiredText('target');
      return source === null || target === null ? null : { source, target };
    });
    if (item.value('columns') === undefined) {
      item.missing('columns');
    }
    if (!item.boolean('update_duplicates', true)) {
      const message =
        'Every row that refers to a key follows it, duplicates too: "update_duplicates" cannot be false.';
      item.problems.error('not_supported_here', message, item.placeOf('update_duplicates'));
    }
    return table === null ? null : { table, columns };
  });
}
