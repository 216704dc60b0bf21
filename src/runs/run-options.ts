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
}

export const RUN_OPTION_LIMITS = {
  batchSize: { min: 1, max: 50_000, default: 1_000 },
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

/** Known to callers, without effect on a run that discovers nothing. */
const DISCOVERY_FLAGS = [
  'disable_global_custom_keywords',
  'disable_global_ignored_keywords',
  'disable_built_in_keywords',
];
const DISCOVERY_LISTS = ['custom_keywords', 'ignored_keywords', 'schemas'];
/** What changes what a run does: beside `options` instead of in it, it would be passed over without a word. */
export const WEIGHTY_OPTIONS = [
  'dry_run',
  'max_rows',
  'run_secret',
  'disable_instance_secret',
  'continue_on_failure',
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
  ...DISCOVERY_FLAGS,
  ...DISCOVERY_LISTS,
]);

/**
 * Reads the wire's `options`. A null counts as not given. Unknown names are refused, not ignored: a mistyped `dry_run`
 * must not change a database.
 */
export function readRunOptions(given: unknown): RunOptionsAnswer {
  const reader = new OptionReader(given);
  const batch = RUN_OPTION_LIMITS.batchSize;
  const batchSize = reader.integer('batch_size', batch) ?? reader.integer('buffer_size', batch);
  const options: RunOptions = {
    batchSize: batchSize ?? batch.default,
    dryRun: reader.flag('dry_run'),
    maxRows: reader.integer('max_rows', RUN_OPTION_LIMITS.maxRows),
    continueOnFailure: reader.flag('continue_on_failure'),
    disableInstanceSecret: reader.flag('disable_instance_secret'),
    diagnosticLogging: reader.flag('diagnostic_logging'),
  };
  const runSecret = reader.secret('run_secret');
  DISCOVERY_FLAGS.forEach((name) => reader.flag(name));
  DISCOVERY_LISTS.forEach((name) => reader.texts(name));
  const autoPull = readAutoPull(reader);
  return { options, runSecret, autoPull, messages: reader.messages };
}

/** The branch is of no interest unless something is pulled. */
function readAutoPull(reader: OptionReader): RunOptionsAnswer['autoPull'] {
  const branch = reader.text('auto_pull_branch');
  return reader.flag('auto_pull') ? { branch } : null;
}

class OptionReader {
  readonly messages: string[] = [];
  private readonly given: Readonly<Record<string, unknown>>;

  constructor(given: unknown) {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      this.messages.push('This field must be an object; it may be empty.');
      this.given = {};
      return;
    }
    this.given = given as Record<string, unknown>;
    for (const name of Object.keys(given).filter((key) => !KNOWN.has(key))) {
      this.messages.push(`Unknown option "${name.slice(0, 60)}".`);
    }
  }

  flag(name: string): boolean {
    const value = this.given[name] ?? false;
    if (typeof value === 'boolean') {
      return value;
    }
    this.messages.push(`${name} must be true or false.`);
    return false;
  }

  integer(name: string, limits: { readonly min: number; readonly max: number }): number | null {
    const value = this.given[name] ?? null;
    if (value === null) {
      return null;
    }
    if (typeof value === 'number' && Number.isInteger(value) && value >= limits.min && value <= limits.max) {
      return value;
    }
    const upTo = limits.max === Number.MAX_SAFE_INTEGER ? 'or more' : `to ${limits.max}`;
    this.messages.push(`${name} must be a whole number, ${limits.min} ${upTo}.`);
    return null;
  }

  secret(name: string): string | null {
    const value = this.given[name] ?? null;
    if (value === null) {
      return null;
    }
    const { min, max } = RUN_OPTION_LIMITS.runSecret;
    if (typeof value === 'string' && value.length >= min && value.length <= max) {
      return value;
    }
    this.messages.push(`${name} must be a text of ${min} to ${max} characters.`);
    return null;
  }

  /** Null and an empty text count as not given. */
  text(name: string): string | null {
    const value = this.given[name] ?? '';
    if (typeof value === 'string') {
      return value === '' ? null : value;
    }
    this.messages.push(`${name} must be a text.`);
    return null;
  }

  texts(name: string): void {
    const value = this.given[name] ?? [];
    if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) {
      this.messages.push(`${name} must be a list of texts.`);
    }
  }
}
