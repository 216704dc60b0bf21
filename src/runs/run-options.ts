import { DISCOVERY_OPTION_NAMES, readDiscoveryOptions } from './discovery-options.js';
import type { DiscoveryOptions } from './discovery-options.js';
import { OptionReader } from './option-reader.js';

/** Pass over sensitive columns that the ruleset leaves as they are, warn of them, or do not start. */
export const COVERAGE_WISHES = ['off', 'warn', 'fail'] as const;

export type CoverageWish = (typeof COVERAGE_WISHES)[number];

/** Change the rows of tables where they are, or write the tables anew. */
export const WRITE_MODES = ['in_place', 'rewrite'] as const;

export type WriteMode = (typeof WRITE_MODES)[number];

/** What the caller may choose for one run; the secret travels beside it, never inside. */
export interface RunOptions {
  /** Most rows read, masked and written together; a page is also bounded by its bytes. */
  readonly batchSize: number;
  /** Reads and masks everything, changes nothing. */
  readonly dryRun: boolean;
  /** Most rows masked per `mask_table` task; null: all. */
  readonly maxRows: number | null;
  readonly continueOnFailure: boolean;
  /** Draw from the run secret alone, so that another installation with the same secret gives the same values. */
  readonly disableInstanceSecret: boolean;
  readonly diagnosticLogging: boolean;
  /** Of runs that were created before there were any: absent. Null: none were given. */
  readonly discovery?: DiscoveryOptions | null;
  /** What is done where the ruleset leaves sensitive columns as they are; absent as above. */
  readonly requireCoverage?: CoverageWish;
  /** How `mask_table` tasks write; absent as above: in place. */
  readonly writeMode?: WriteMode;
}

/** Are tables written anew? A dry run writes nothing, so it reads as if they were not. */
export function isRewriting({ writeMode, dryRun }: RunOptions): boolean {
  return writeMode === 'rewrite' && !dryRun;
}

export const RUN_OPTION_LIMITS = {
  batchSize: { min: 1, max: 50_000, default: 2_000 },
  maxRows: { min: 1, max: Number.MAX_SAFE_INTEGER },
  runSecret: { min: 20, max: 256 },
} as const;

export interface RunOptionsAnswer {
  readonly options: RunOptions;
  /** As given by the caller; null: one is to be generated. */
  readonly runSecret: string | null;
  /** The ruleset is to be taken from Git first; null: it is run as stored. */
  readonly autoPull: { readonly branch: string | null } | null;
  readonly messages: readonly string[];
}

/** What changes what a run does: beside `options` instead of in it, it would be passed over without a word. */
export const WEIGHTY_OPTIONS = [
  'dry_run',
  'max_rows',
  'run_secret',
  'disable_instance_secret',
  'continue_on_failure',
  'write_mode',
] as const;
/** `has_run_secret` is ours: whoever sends back the options of an earlier run must not be refused for it. */
const KNOWN = new Set([
  'batch_size',
  'buffer_size',
  'dry_run',
  'max_rows',
  'continue_on_failure',
  'run_secret',
  'disable_instance_secret',
  'diagnostic_logging',
  'auto_pull',
  'auto_pull_branch',
  'has_run_secret',
  'require_coverage',
  'write_mode',
  ...DISCOVERY_OPTION_NAMES,
]);

/**
 * Reads the wire's `options`. A null counts as not given. Unknown names are refused, not ignored: a mistyped `dry_run`
 * must not change a database.
 */
export function readRunOptions(given: unknown): RunOptionsAnswer {
  const reader = new OptionReader(given, KNOWN);
  const batch = RUN_OPTION_LIMITS.batchSize;
  const batchSize = reader.integer('batch_size', batch) ?? reader.integer('buffer_size', batch);
  const options: RunOptions = {
    batchSize: batchSize ?? batch.default,
    dryRun: reader.flag('dry_run'),
    maxRows: reader.integer('max_rows', RUN_OPTION_LIMITS.maxRows),
    continueOnFailure: reader.flag('continue_on_failure'),
    disableInstanceSecret: reader.flag('disable_instance_secret'),
    diagnosticLogging: reader.flag('diagnostic_logging'),
    discovery: readDiscoveryOptions(reader),
    requireCoverage: reader.word('require_coverage', COVERAGE_WISHES),
    writeMode: reader.word('write_mode', WRITE_MODES),
  };
  if (options.writeMode === 'rewrite' && options.maxRows !== null) {
    reader.messages.push('max_rows does not go with write_mode rewrite, which writes whole tables anew.');
  }
  const runSecret = reader.secret('run_secret', RUN_OPTION_LIMITS.runSecret);
  const autoPull = readAutoPull(reader);
  return { options, runSecret, autoPull, messages: reader.messages };
}

/** The branch is of no interest unless something is pulled. */
function readAutoPull(reader: OptionReader): RunOptionsAnswer['autoPull'] {
  const branch = reader.text('auto_pull_branch');
  return reader.flag('auto_pull') ? { branch } : null;
}
