import type { Guard } from './condition-nodes.js';
import type { Position } from './problem.js';
import type { Value } from '../values/value.js';

/** A checked ruleset for a database or for files: frozen, fully expanded, free of YAML. */
export interface Ruleset {
  readonly version: '1.0';
  readonly tasks: readonly Task[];
  readonly autoManageTriggers: boolean;
  /** Are indexes on masked columns dropped for the time of their task, where that pays? */
  readonly autoManageIndexes: boolean;
  /** Seed files that masks read; load them before `compileTableMask`. */
  readonly seedFiles: readonly string[];
}

/** A checked ruleset for single records: what an in-flight plan holds. */
export interface InFlightRuleset {
  readonly version: '1.0';
  readonly rules: readonly RecordRule[];
  readonly seedFiles: readonly string[];
}

export type Task =
  | MaskTableTask
  | MaskUniqueKeyTask
  | RunSqlTask
  | TruncateTableTask
  | BuildTempTableTask
  | DataDiscoveryTask
  | SchemaDiscoveryTask
  | SubsetTask
  | MaskFileTask
  | MaskTabularFileTask
  | FileDiscoveryTask
  | ParallelTask
  | SerialTask;
export type TaskKind = Task['kind'];

interface TaskBase {
  /** Place in the ruleset, from 0: `2` is the third task, `2.0` its first child. Stable: the run ledger stores it. */
  readonly path: string;
  readonly at: Position;
}

export interface MaskTableTask extends TaskBase {
  readonly kind: 'mask_table';
  /** As written, perhaps with schema and quotes: the adapter resolves it. */
  readonly table: string;
  /** Columns that identify one row, as written. */
  readonly key: readonly string[];
  /** SQL condition, as written; null: all rows. */
  readonly where: string | null;
  /** Other tables whose columns rules may read, in the order in which they are joined. */
  readonly joins: readonly Join[];
  /** How many partitions of this table may be worked at once; null: as many as there are worker slots. */
  readonly workers: number | null;
  /** In the order of the text; conditional rules are told by the guards of the rules inside them. */
  readonly rules: readonly ColumnRule[];
}

export interface Join {
  readonly targetTable: string;
  readonly targetKey: readonly string[];
  /** The masked table, or one joined before. */
  readonly sourceTable: string;
  /** As many columns as `targetKey`. */
  readonly sourceKey: readonly string[];
  /** True: rows without a partner are masked too and see NULL; false: they are left alone. */
  readonly outer: boolean;
  readonly at: Position;
}

export interface MaskUniqueKeyTask extends TaskBase {
  readonly kind: 'mask_unique_key';
  readonly table: string;
  /** Columns of one key; a null format means whole numbers from 1. */
  readonly targetKey: readonly { readonly column: string; readonly format: string | null }[];
  /** References that the database does not declare. */
  readonly additionalCascades: readonly Cascade[];
}

export interface Cascade {
  readonly table: string;
  readonly columns: readonly { readonly source: string; readonly target: string }[];
}

export interface RunSqlTask extends TaskBase {
  readonly kind: 'run_sql';
  readonly sql: string;
}

export interface TruncateTableTask extends TaskBase {
  readonly kind: 'truncate_table';
  readonly table: string;
}

export interface BuildTempTableTask extends TaskBase {
  readonly kind: 'build_temp_table';
  readonly table: string;
  readonly select: string;
}

/** What column names count as sensitive, besides the built-in lists. */
export interface DiscoveryKeywords {
  readonly customKeywords: readonly string[];
  readonly ignoredKeywords: readonly string[];
}

export interface DataDiscoveryTask extends TaskBase, DiscoveryKeywords {
  readonly kind: 'run_data_discovery';
}

/** What is looked for besides keywords. */
export interface DiscoveryWishes {
  readonly disableBuiltInKeywords: boolean;
  readonly disableGlobalCustomKeywords: boolean;
  readonly disableGlobalIgnoredKeywords: boolean;
  /** Settings of the look into the data; null: names only. Plain JSON, read by discovery. */
  readonly inDataDiscovery: Readonly<Record<string, unknown>> | null;
}

export interface SchemaDiscoveryTask extends TaskBase, DiscoveryKeywords, DiscoveryWishes {
  readonly kind: 'run_schema_discovery';
  /** Exact names; empty: the connection's own schema. */
  readonly schemas: readonly string[];
}

export interface SubsetTask extends TaskBase {
  readonly kind: 'subset';
  readonly targetPercent: number;
  readonly batchSize: number | null;
  readonly include: readonly (TablePattern & {
    /** Null: the task's. */
    readonly targetPercent: number | null;
    readonly additionalCascades: readonly Cascade[];
  })[];
  readonly skip: readonly TablePattern[];
  readonly drop: readonly TablePattern[];
  readonly truncate: readonly TablePattern[];
}

/** Which tables are meant: by a full name, which counts most, or by a pattern. */
export interface TablePattern {
  readonly by: 'table' | 'regex' | 'glob';
  readonly text: string;
}

/** Which files of a connection a task takes. */
export interface FileSelection {
  /** Descend into folders? */
  readonly recurse: boolean;
  /** Empty: all files. */
  readonly include: readonly FileFilter[];
  /** Left out, whatever `include` says. */
  readonly skip: readonly FileFilter[];
  readonly encoding: string;
  /** Null: as many as there are worker slots. */
  readonly workers: number | null;
}

export interface FileFilter {
  readonly by: 'glob' | 'regex';
  readonly text: string;
  readonly matchAgainst: 'path' | 'filename';
}

export interface MaskFileTask extends TaskBase, FileSelection {
  readonly kind: 'mask_file';
  readonly rules: readonly RecordRule[];
}

export interface MaskTabularFileTask extends TaskBase, FileSelection {
  readonly kind: 'mask_tabular_file';
  readonly rules: readonly ColumnRule[];
  /** Null: to be found out from the file. */
  readonly delimiter: string | null;
  readonly quoteCharacter: string;
  /** Text that stands for NULL, both ways; null: none does. */
  readonly nullText: string | null;
  /** Null: no file is read as fixed width. */
  readonly fixedWidth: FixedWidth | null;
}

export interface FixedWidth {
  /** Files with this extension are read so, without the dot. */
  readonly extension: string;
  /** From 0; the end is the first character that is not the field's. */
  readonly columns: readonly { readonly name: string; readonly start: number; readonly end: number }[];
  readonly tooWide: 'truncate' | 'error';
  /** Null: as in the file. */
  readonly lineEnding: string | null;
}

export interface FileDiscoveryTask extends TaskBase, FileSelection, DiscoveryKeywords, DiscoveryWishes {
  readonly kind: 'run_file_data_discovery';
}

export interface ParallelTask extends TaskBase {
  readonly kind: 'parallel';
  readonly tasks: readonly Task[];
}

export interface SerialTask extends TaskBase {
  readonly kind: 'serial';
  readonly tasks: readonly Task[];
}

export type OnOverflow = 'error' | 'truncate';

export interface ColumnRule {
  readonly column: string;
  readonly masks: readonly MaskNode[];
  /** The effective list: the rule's own, else the task's; empty: not hashed. */
  readonly hashColumns: readonly HashColumn[];
  /** The effective list: the rule's own, else `skip_defaults`. */
  readonly skip: readonly SkipItem[];
  /** What becomes of a masked text that is longer than its column holds. */
  readonly onOverflow: OnOverflow;
  /** Conditions around the rule, the outermost first: it applies where each comes to what its guard says. */
  readonly guards: readonly Guard[];
  readonly path: string;
  readonly at: Position;
}

/** A rule for a whole record, file or request item. */
export interface RecordRule {
  readonly masks: readonly MaskNode[];
  readonly hashSources: readonly HashSource[];
  readonly skip: readonly SkipItem[];
  readonly path: string;
  readonly at: Position;
}

/** How a hash value is brought to its canonical text. */
interface HashNormalization {
  readonly caseTransform: 'lower' | 'upper' | null;
  readonly trim: boolean;
  readonly at: Position;
}

export interface HashColumn extends HashNormalization {
  /** The row column to hash; null: the rule's own column (`source: self`). */
  readonly column: string | null;
  /** Place of the value inside a JSON column; null: the whole value. */
  readonly jsonPath: readonly (string | number)[] | null;
  /** Place of the text inside an XML column, a checked path; null: the whole value. */
  readonly xpath: string | null;
}

/** Where the identity of a record comes from. */
export interface HashSource extends HashNormalization {
  /** `self`: the record, or what stands in it at the path; `request`: its hash value; `file_path`: its file's path. */
  readonly source: 'self' | 'request' | 'file_path';
  readonly jsonPath: readonly (string | number)[] | null;
  /** A checked path. */
  readonly xpath: string | null;
}

export type SkipItem = { readonly equals: Value } | { readonly matches: string };

/** One mask as written: its name and its still unchecked parameters, read by the mask's own descriptor. */
export interface MaskNode {
  readonly maskName: string;
  /** Parameters already checked and typed by the descriptor. */
  readonly params: unknown;
  readonly path: string;
  readonly at: Position;
}
