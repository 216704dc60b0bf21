import { createHash } from 'node:crypto';
import { DATA_TYPES } from '../../adapters/formats/index.js';
import type { DiscoveryMatch } from '../discovered-table.js';
import { locatorKey } from './discovered-file.js';
import type { DiscoveredField, DiscoveredFile } from './discovered-file.js';

/** Alike for files of one type with the same places, in whatever order. */
export function structureOf({ fileType, fields }: Pick<DiscoveredFile, 'fileType' | 'fields'>): string {
  const keys = fields.map(({ locator }) => JSON.stringify(locator)).sort();
  return createHash('sha256')
    .update(JSON.stringify([fileType, keys]))
    .digest('hex');
}

interface MergedField {
  readonly first: DiscoveredField;
  readonly dataTypes: Set<string>;
  readonly matches: Map<string, WeighedMatch>;
  files: number;
  harmlessFiles: number;
  /** Files that have a value, or whose values were not looked at. */
  tellingFiles: number;
  values: number | null;
  preview: DiscoveredField['safeDataPreview'];
  previewValues: number;
}

interface WeighedMatch {
  match: DiscoveryMatch;
  /** Sum of hit ratios, each by the number of values behind it. */
  weighed: number;
}

/** What was found in files of the same structure, as of one. */
export class FieldMerger {
  private readonly fields = new Map<string, MergedField>();

  add(fields: readonly DiscoveredField[]): void {
    fields.forEach((field) => this.addField(field));
  }

  result(): readonly DiscoveredField[] {
    return [...this.fields.values()].map((merged) => ({
      locator: merged.first.locator,
      dataTypes: DATA_TYPES.filter((type) => merged.dataTypes.has(type)),
      matches: matchesOf(merged),
      valueCount: merged.values,
      safeDataPreview: merged.preview,
    }));
  }

  private addField(field: DiscoveredField): void {
    const merged = this.mergedOf(field);
    const { valueCount, matches } = field;
    const weight = valueCount ?? 0;
    merged.files += 1;
    merged.tellingFiles += weight > 0 ? 1 : 0;
    merged.harmlessFiles += matches.some(({ label }) => label === null) ? 1 : 0;
    merged.values = valueCount === null ? merged.values : (merged.values ?? 0) + valueCount;
    field.dataTypes.forEach((type) => merged.dataTypes.add(type));
    if (field.safeDataPreview !== null && weight >= merged.previewValues) {
      merged.preview = field.safeDataPreview;
      merged.previewValues = weight;
    }
    for (const match of matches) {
      const key = JSON.stringify([match.label, match.flaggedBy, match.description]);
      const known = merged.matches.get(key) ?? { match, weighed: 0 };
      known.weighed += (match.hitRatio ?? 0) * weight;
      known.match = match.score > known.match.score ? match : known.match;
      merged.matches.set(key, known);
    }
  }

  private mergedOf(field: DiscoveredField): MergedField {
    const key = locatorKey(field.locator);
    const known = this.fields.get(key);
    if (known !== undefined) {
      return known;
    }
    const fresh: MergedField = {
      ...{ first: field, dataTypes: new Set<string>(), matches: new Map<string, WeighedMatch>() },
      ...{ files: 0, harmlessFiles: 0, tellingFiles: 0, values: null, preview: null, previewValues: 0 },
    };
    this.fields.set(key, fresh);
    return fresh;
  }
}

/** What is not sensitive in one file and is in another is sensitive. */
function matchesOf({ matches, harmlessFiles, tellingFiles, values }: MergedField): readonly DiscoveryMatch[] {
  const isHarmless = harmlessFiles > 0 && harmlessFiles === tellingFiles;
  return [...matches.values()]
    .filter(({ match }) => (match.label === null) === isHarmless)
    .map(({ match, weighed }) =>
      match.hitRatio === null || values === null || values === 0
        ? match
        : { ...match, hitRatio: Math.round((100 * weighed) / values) / 100 },
    )
    .sort((a, b) => b.score - a.score);
}
