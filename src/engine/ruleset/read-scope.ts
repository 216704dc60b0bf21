import type { SeedCatalog } from '../ports/seed-files.js';
import type { MaskNode, SkipItem, Task } from './nodes.js';
import type { ProblemList } from './problem-list.js';
import type { MapReader } from './map-reader.js';
import type { YamlNode } from './yaml-tree.js';

/** What every reader of one ruleset shares. */
export interface ReadScope {
  readonly problems: ProblemList;
  readonly target: 'database' | 'file' | 'in_flight';
  /** False while masks are read that see a whole record or file: there is no row with columns. */
  readonly hasRow: boolean;
  /** True while masks inside another mask are read. */
  readonly isNested?: boolean;
  readonly seedCatalog: SeedCatalog | null;
  /** Filled while reading: every seed file some mask draws from. */
  readonly seedFiles: Set<string>;
  readonly skipDefaults: readonly SkipItem[];
  /** Reads a task list; `nesting` counts the parallel and serial tasks around it. */
  readTasks(node: YamlNode, place: TaskListPlace, scope: ReadScope): readonly Task[];
  /** Reads one `masks` value, list or mapping. */
  readMasks(node: YamlNode, path: string, scope: ReadScope): readonly MaskNode[];
}

export interface TaskListPlace {
  /** Path in the document. */
  readonly path: string;
  /** Place in the ruleset before the list: `2.` or nothing. */
  readonly prefix: string;
  readonly nesting: number;
}

/** Where one task stands and what its list knows about it. */
export interface TaskPlace {
  readonly taskPath: string;
  readonly nesting: number;
}

export type TaskReader = (reader: MapReader, place: TaskPlace, scope: ReadScope) => Task | null;
