import type { ColumnWishes } from '../column-rules.js';
import type { FileSelection } from '../../ruleset/nodes.js';
import type { LibrarySource } from '../../ports/library-source.js';
import type { Problem } from '../../ruleset/problem.js';

/** What is discovered: the columns of a database, or the fields of files. */
export type DiscoveryTarget = 'database' | 'file';

/** A discovery config, read: everything that is to be found, and how. */
export interface DiscoveryConfig {
  readonly wishes: ColumnWishes;
  /** Rows or values that are looked at; 0: none. */
  readonly rowSampleSize: number;
  /** Which files; null for databases, and where the config does not say. */
  readonly files: FileSelection | null;
}

export interface DiscoveryConfigOptions {
  readonly target: DiscoveryTarget;
  /** Where imported libraries come from. */
  readonly libraries: LibrarySource;
}

export interface DiscoveryConfigResult {
  /** Null when any problem is an error. */
  readonly config: DiscoveryConfig | null;
  /** All findings, in the order of the text. */
  readonly problems: readonly Problem[];
  /** Libraries that the text imports, as written, whether or not they are there. */
  readonly imports: readonly string[];
}
