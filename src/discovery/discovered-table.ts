import type {
  ForeignKey,
  IncomingKey,
  NamedKey,
  RelationKind,
  UniqueKey,
} from '../adapters/databases/index.js';
import type { DataCategory, MatchSource } from './match.js';

export type { ForeignKey, IncomingKey, NamedKey, RelationKind, UniqueKey };

/** One reason to hold a column for sensitive, or for harmless. */
export interface DiscoveryMatch {
  /** Machine-readable; null: the match says that the column is not sensitive. */
  readonly label: string | null;
  readonly description: string;
  readonly categories: readonly DataCategory[];
  readonly flaggedBy: MatchSource;
  /** Percent of the looked-at values; null: the name was looked at. */
  readonly hitRatio: number | null;
  /** Confidence from 0 to 1. */
  readonly score: number;
}

export interface DiscoveredColumn {
  readonly id: number;
  /** Place in the table, from 1. */
  readonly ordinal: number;
  readonly name: string;
  /** As the database spells it: `character varying(40)`. */
  readonly dataType: string;
  /** How its text form is read: `text`, `integer`, `decimal`, `date`, …; `other`: not known to masks. */
  readonly valueKind: string;
  readonly nullable: boolean;
  /** False: generated or always assigned by the database. */
  readonly writable: boolean;
  /** Longest text in characters; null: no limit, or no text. */
  readonly maxLength: number | null;
  readonly numericPrecision: number | null;
  readonly numericScale: number | null;
  readonly matches: readonly DiscoveryMatch[];
  /** Numbers about the values that show none of them; null: not asked for. */
  readonly safeDataPreview: object | null;
}

/** A table as the last finished schema discovery of its connection found it. */
export interface DiscoveredTable {
  readonly schema: string;
  readonly table: string;
  readonly kind: RelationKind;
  /** From the database's statistics; null: not known. */
  readonly rowEstimate: number | null;
  readonly primaryKey: NamedKey | null;
  /** Over whole columns and all rows, the primary key left out. */
  readonly uniqueKeys: readonly UniqueKey[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly referencedBy: readonly IncomingKey[];
  /** Why its values were not looked at although that was asked for; null: nothing to tell. */
  readonly problem: string | null;
  readonly columns: readonly DiscoveredColumn[];
}
