import type { FieldLocator } from '../../adapters/formats/index.js';
import type { DiscoveryMatch } from '../discovered-table.js';

/** A place of a file, or of all files of a group. */
export interface DiscoveredField {
  readonly locator: FieldLocator;
  readonly dataTypes: readonly string[];
  readonly matches: readonly DiscoveryMatch[];
  /** Of the looked-at values those that are no nulls; null: none were looked at. */
  readonly valueCount: number | null;
  /** Numbers about the values that show none of them; null: not asked for. */
  readonly safeDataPreview: object | null;
}

/** A file, looked at. */
export interface DiscoveredFile {
  readonly path: string;
  readonly fileType: string;
  readonly delimiter: string | null;
  readonly encoding: string | null;
  readonly fields: readonly DiscoveredField[];
  readonly problem: string | null;
}

/** As a key of maps: a name as it is, a path as compact JSON. */
export function locatorKey(locator: FieldLocator): string {
  return typeof locator === 'string' ? locator : JSON.stringify(locator);
}
