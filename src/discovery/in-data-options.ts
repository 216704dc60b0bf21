import { readPreviewOptions } from './preview/preview-options.js';
import type { PreviewOptions } from './preview/preview-options.js';
import type { RulePattern } from '../engine/index.js';

/** How values are looked at. */
export interface InDataOptions {
  /** Values of each column, the first ones of its table. */
  readonly rowSampleSize: number;
  readonly force: boolean;
  readonly customRules: readonly RulePattern[];
  readonly nonSensitiveRules: readonly RulePattern[];
  readonly ignoreRules: readonly RulePattern[];
  /** Null: nothing is told of the values but matches. */
  readonly preview: PreviewOptions | null;
}

export const ROW_SAMPLE_SIZE = { min: 1, max: 100_000, default: 1_000 };
const MOST_RULES = 500;
const KNOWN = new Set([
  'enabled',
  'row_sample_size',
  'force',
  'custom_rules',
  'non_sensitive_rules',
  'ignore_rules',
  'safe_data_preview',
]);

/**
 * Reads the wire's `in_data_discovery`. Null options: values are not to be looked at. Says where something is wrong, as
 * in `custom_rules.0.pattern: …`; what the patterns are worth is not its business.
 */
export function readInDataOptions(given: unknown): {
  readonly options: InDataOptions | null;
  readonly messages: readonly string[];
} {
  if (given === undefined || given === null) {
    return { options: null, messages: [] };
  }
  if (typeof given !== 'object' || Array.isArray(given)) {
    return { options: null, messages: ['This field must be an object.'] };
  }
  const reader = new Reader(given as Record<string, unknown>);
  const options: InDataOptions = {
    rowSampleSize: reader.sampleSize(),
    force: reader.flag('force'),
    customRules: reader.rules('custom_rules'),
    nonSensitiveRules: reader.rules('non_sensitive_rules'),
    ignoreRules: reader.rules('ignore_rules'),
    preview: reader.preview(),
  };
  return { options: reader.flag('enabled') ? options : null, messages: reader.messages };
}

class Reader {
  readonly messages: string[] = [];

  constructor(private readonly given: Readonly<Record<string, unknown>>) {
    for (const name of Object.keys(given).filter((key) => !KNOWN.has(key))) {
      this.messages.push(`${name.slice(0, 60)}: unknown; known are ${[...KNOWN].join(', ')}.`);
    }
  }

  flag(name: string): boolean {
    const value = this.given[name] ?? false;
    if (typeof value !== 'boolean') {
      this.messages.push(`${name}: must be true or false.`);
    }
    return value === true;
  }

  sampleSize(): number {
    const { min, max, default: usual } = ROW_SAMPLE_SIZE;
    const value = this.given.row_sample_size ?? usual;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
      return value;
    }
    this.messages.push(`row_sample_size: must be a whole number from ${min} to ${max}.`);
    return usual;
  }

  preview(): PreviewOptions | null {
    const { options, messages } = readPreviewOptions(this.given.safe_data_preview);
    this.messages.push(...messages.map((message) => `safe_data_preview.${message}`));
    return options;
  }

  rules(name: string): readonly RulePattern[] {
    const value = this.given[name] ?? [];
    if (!Array.isArray(value) || value.length > MOST_RULES) {
      this.messages.push(`${name}: must be a list of at most ${MOST_RULES} rules, each with a pattern.`);
      return [];
    }
    return value.flatMap((rule: unknown, index) => {
      const { pattern, name: ruleName = null } = isRecord(rule) ? rule : {};
      if (typeof pattern !== 'string' || pattern === '') {
        this.messages.push(`${name}.${index}.pattern: must be a regular expression.`);
        return [];
      }
      if (ruleName !== null && typeof ruleName !== 'string') {
        this.messages.push(`${name}.${index}.name: must be a text.`);
        return [];
      }
      return [{ name: ruleName === '' ? null : ruleName, pattern }];
    });
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
