import type { ColumnMatch } from '../engine/index.js';
import type { DiscoveryMatch } from './discovered-table.js';
import type { DataCategory } from './match.js';

/** A match of the engine as discoveries keep it. */
export function toDiscoveryMatch(match: ColumnMatch): DiscoveryMatch {
  const { label, description, categories, by, hitRatio, score } = match;
  return {
    ...{ label, description, hitRatio, score },
    categories: categories as readonly DataCategory[],
    flaggedBy: by === 'name' ? 'Metadata Discovery' : 'In-Data Discovery',
  };
}
