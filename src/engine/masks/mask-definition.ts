import type { DocumentView } from '../ports/document-view.js';
import type { EntityDetector } from '../ports/entity-detector.js';
import type { Draws } from '../random/draws.js';
import type { Match } from '../random/seed-scope.js';
import type { MaskNode } from '../ruleset/nodes.js';
import type { SeedTable } from '../ports/seed-files.js';
import type { ColumnShape, RowOrdinals } from '../rules/table-mask.js';
import type { Value, ValueKind } from '../values/value.js';
import type { ParameterTable, ParamsOf } from './parameters.js';

/** A compiled mask. `draws` is its own stream of the current row, already rewound. */
export type MaskFunction = (value: Value, draws: Draws) => Value;

export type MaskFamily =
  'generic' | 'text' | 'pattern' | 'number' | 'date' | 'unique' | 'combine' | 'document';
/** source: ignores what comes in. transformer: reworks it. combination: leaves that to its children. */
export type MaskRole = 'source' | 'transformer' | 'combination';

/** What a mask may know while it is compiled. */
export interface MaskCompileContext {
  /** `now` of the run, epoch milliseconds. */
  readonly nowMs: number;
  /** The column being masked. */
  readonly column: ColumnShape;
  /** A loaded seed file; null after a problem. */
  seedFile(name: string): SeedTable | null;
  /** Do the draws stand for an identity, so that equal identities get equal values? */
  readonly isHashed: boolean;
  /** The document whose leaf is masked; null: none. */
  readonly document: DocumentView | null;
  /** A reader of a column's original value in the current row; null after a problem. */
  rowValue(writtenColumn: string): (() => Value) | null;
  /** A reader of another column's original text in the current row; null after a problem. */
  rowText(writtenColumn: string): (() => string | null) | null;
  /** Recognises entities in texts; null: the built-in detector. */
  readonly entityDetector: EntityDetector | null;
  /** A child mask, ready to be applied. */
  child(node: MaskNode): (value: Value) => Value;
  /** Several child masks, each fed with the output of the one before. */
  children(nodes: readonly MaskNode[]): (value: Value) => Value;
  /** Child masks for many matches within one value, each with the draws that the mask says. */
  steered(nodes: readonly MaskNode[], options?: SteerOptions): SteeredMasks;
  /** Numbers of the task's rows; null: the caller numbers none. */
  readonly rowOrdinals: RowOrdinals | null;
  /** Does the caller deal the values of columns out anew? */
  readonly dealsColumns: boolean;
  /** A key that the caller named; undefined: there is none of this name. */
  namedKey(name: string): Uint8Array | undefined;
  /** 32 bytes of the run's own for one purpose: other labels and the draws know nothing of them. */
  key(label: string): Uint8Array;
  /** Notes how many values inside a document the mask changed, for reports. */
  changed(count: number): void;
  error(code: string, message: string): void;
  warning(code: string, message: string): void;
  /** Ends the masking of this value with a `MaskingError`; `reason` must not hold the value. */
  fail(code: string, reason: string): never;
}

/** Several child masks whose draws the mask steers. */
export interface SteeredMasks {
  /** Says what the next applications are for. */
  enter(match: Match): void;
  apply(value: Value): Value;
}

export interface SteerOptions {
  /** Every match has an identity of its own (`Match.identity`), whether or not the rule is hashed. */
  readonly hashed?: boolean;
  /** The document that the masks' values are leaves of. */
  readonly document?: DocumentView;
}

/** What fixes a mask's draws besides the row: see `bind-mask.ts`. Plain data. */
export interface Randomness {
  readonly domain: unknown;
  /** Tells masks apart that are counted as siblings; the domain when absent. */
  readonly sibling?: unknown;
  /** Identical masks of one rule draw alike: they are not counted. */
  readonly alike?: boolean;
}

/** Collects what is wrong between parameters that are each fine. */
export interface ParamReport {
  /** Header of a seed file, where the catalog is known. */
  seedColumns(file: string): readonly string[] | undefined;
  error(code: string, message: string, parameter?: string): void;
  warning(code: string, message: string, parameter?: string): void;
}

/** What the masking of whole tables must know of a mask; absent: no. */
export interface MaskTraits {
  /** Different values (or rows) never get equal results. */
  readonly unique?: boolean;
  /** May mask a key: what refers to it is to be masked alike. */
  readonly cascades?: boolean;
  /** What comes out owes nothing to what comes in, so that a value which is replaced need not be read. */
  readonly ignoresValue?: boolean;
  /** Moves values between rows: the first mask of its rule, never inside another. */
  readonly wholeColumn?: boolean;
  /** Hash columns have no say here: a warning, or an error. */
  readonly hashColumns?: 'ignored' | 'refused';
  /** Must know of all rows that it masks: works on tables of databases alone. */
  readonly needsAllRows?: boolean;
  /** Works on tables and tabular files alone: not in flight, not in `mask_file`. */
  readonly needsTable?: boolean;
  /** Does not work on single values in flight. */
  readonly notInFlight?: boolean;
}

interface MaskFacts {
  readonly name: string;
  readonly family: MaskFamily;
  readonly role: MaskRole;
  /** One sentence for the documentation. */
  readonly summary: string;
  /** Kinds it takes; NULL is always taken. */
  readonly accepts: readonly ValueKind[] | 'all';
  /** What comes out, for the documentation: a kind or `same`. */
  readonly gives: string;
  /** The mask as YAML, for the documentation. */
  readonly example: string;
  readonly traits?: MaskTraits;
  /** Where the public grammar is silent: each point and what we chose, one sentence each. */
  readonly choices?: readonly string[];
}

interface MaskBehaviour<P> {
  /** The parameters as they are meant under `compat: lenient`. */
  lenient?(params: P): P;
  check?(params: P, report: ParamReport): void;
  /** Present exactly for masks that draw. */
  randomness?(params: P, context: MaskCompileContext): Randomness;
  compile(params: P, context: MaskCompileContext): MaskFunction;
}

/** One mask: how it is written, what it takes and gives, and how it is compiled. */
export interface MaskDefinition extends MaskFacts, MaskBehaviour<unknown> {
  readonly parameters: ParameterTable;
}

/** Gives a definition whose functions see the parameters in the types that its table describes. */
export function defineMask<T extends ParameterTable>(
  definition: MaskFacts & { readonly parameters: T } & MaskBehaviour<ParamsOf<T>>,
): MaskDefinition {
  // Widens the parameters' type, soundly: `read-masks.ts` builds them from this very table and nothing else.
  return definition;
}

/** Kinds that have one obvious text: what text masks take. */
export const TEXT_KINDS: readonly ValueKind[] = [
  'null',
  'text',
  'integer',
  'decimal',
  'float',
  'boolean',
  'date',
  'datetime',
  'time',
];
