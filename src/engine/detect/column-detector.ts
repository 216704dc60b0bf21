import type { ColumnShape } from '../rules/table-mask.js';
import type { ColumnRules, NamedLabel } from './column-rules.js';
import { NameDetector } from './names/name-detector.js';
import { nameParts } from './names/name-parts.js';
import type { DetectionWords } from './values/detection-words.js';
import { detectByValues } from './values/detect-by-values.js';
import { LONGEST_VALUE, sampleOf } from './values/sample.js';
import type { SampleKind } from './values/sample.js';
import type { ValueContext } from './values/value-detector.js';

/** One reason to hold a column for sensitive, or for harmless. */
export interface ColumnMatch {
  /** Null: the column is harmless, a user says. */
  readonly label: string | null;
  readonly description: string;
  readonly categories: readonly string[];
  readonly by: 'name' | 'values';
  /** Percent of the values; null: the name was looked at. */
  readonly hitRatio: number | null;
  /** Confidence from 0 to 1. */
  readonly score: number;
}

export interface LookedAtColumn {
  readonly name: string;
  readonly kind: ColumnShape['kind'];
  /** Empty for files. */
  readonly table: string;
  /** Names of the other columns. */
  readonly siblings: readonly string[];
}

/** What a date, or a yes or no, can be. */
const TEMPORAL_LABELS: ReadonlySet<string> = new Set(['birth_date', 'death_date', 'card_expiry', 'age']);
const BOOLEAN_LABELS: ReadonlySet<string> = new Set([
  'gender',
  'sexual_orientation',
  'trade_union',
  'criminal_record',
]);

/** Says for each column whether it is sensitive and why: by its name, and by its values where they are wanted. */
export class ColumnDetector {
  private readonly names: NameDetector;

  constructor(
    private readonly rules: ColumnRules,
    private readonly words: DetectionWords,
    private readonly nowMs: number,
  ) {
    this.names = new NameDetector(rules.keywordLists);
  }

  /** An ignored name is no match, whatever else it says. */
  byName(column: LookedAtColumn): readonly ColumnMatch[] {
    if (this.isIgnored(column)) {
      return [];
    }
    const { customKeywords, nameRules } = this.rules;
    const builtIn = this.names.detect(column.name, column);
    const matches = [
      ...customKeywords
        .filter((test) => test.matches(column.name))
        .map(({ keyword }) => custom(keyword, 'name', null)),
      ...nameRules
        .filter(({ test }) => test.matches(column.name))
        .map(({ label }) => this.labelled(label, { by: 'name', hitRatio: null, score: 0.85 })),
    ];
    if (builtIn !== null && this.suits(builtIn.label, column.kind)) {
      matches.push(this.labelled(builtIn.label, { by: 'name', hitRatio: null, score: builtIn.score }));
    }
    return withoutTwins(matches);
  }

  /** Is there anything to learn from the values after this? */
  needsValues(column: LookedAtColumn, found: readonly ColumnMatch[]): boolean {
    const { values } = this.rules;
    return (
      values !== null &&
      !this.isIgnored(column) &&
      sampleKind(column.kind) !== null &&
      (found.length === 0 || values.force || values.nonSensitiveRules.length > 0)
    );
  }

  /** All matches of a column, given those of its name and some of its values as the database writes them. */
  byValues(
    column: LookedAtColumn,
    found: readonly ColumnMatch[],
    given: readonly (string | null)[],
  ): readonly ColumnMatch[] {
    const rules = this.rules.values;
    const kind = sampleKind(column.kind);
    if (rules === null || kind === null) {
      return found;
    }
    const values = given
      .map((value) => value?.slice(0, LONGEST_VALUE) ?? null)
      .filter((value) => value === null || !rules.ignoreRules.some((rule) => rule.describes(value)));
    const told = values.filter((value) => value !== null);
    const harmless = rules.nonSensitiveRules.find(
      (rule) => told.length > 0 && told.every((value) => rule.describes(value)),
    );
    if (harmless !== undefined) {
      return [{ ...custom(harmless.name, 'values', 100), label: null, categories: ['Custom Non-Sensitive'] }];
    }
    return found.length > 0 && !rules.force
      ? found
      : withoutTwins([...found, ...this.inValues(column, kind, told)]);
  }

  private inValues(
    column: LookedAtColumn,
    kind: SampleKind,
    told: readonly string[],
  ): readonly ColumnMatch[] {
    const rules = this.rules.values;
    const matches: ColumnMatch[] = [];
    for (const { rule, label, leastHitRatio } of rules?.customRules ?? []) {
      const hitRatio = percent(told.filter((value) => rule.occursIn(value)).length, told.length);
      if (told.length > 0 && hitRatio >= leastHitRatio) {
        matches.push(
          label === null
            ? custom(rule.name, 'values', hitRatio)
            : this.labelled(label, { by: 'values', hitRatio, score: hitRatio / 100 }),
        );
      }
    }
    const builtIn = detectByValues(sampleOf(told, kind), this.contextOf(column));
    if (builtIn !== null && rules?.labels?.has(builtIn.label) !== false) {
      const { label, hitRatio, score } = builtIn;
      matches.push(
        this.labelled(label, { by: 'values', hitRatio: rounded(hitRatio), score: rounded(score) }),
      );
    }
    return matches;
  }

  private contextOf(column: LookedAtColumn): ValueContext {
    return {
      nameParts: new Set([...nameParts(column.name), ...this.names.partsOf(column.name)]),
      tableParts: new Set([...nameParts(column.table), ...this.names.partsOf(column.table)]),
      words: this.words,
      nowMs: this.nowMs,
    };
  }

  private isIgnored({ name }: LookedAtColumn): boolean {
    return this.rules.ignoredKeywords.some((test) => test.matches(name));
  }

  private suits(label: string, kind: ColumnShape['kind']): boolean {
    const isHealth = this.rules.labels.get(label)?.categories.includes('PHI') === true;
    switch (kind) {
      case 'date':
      case 'datetime':
        return isHealth || TEMPORAL_LABELS.has(label);
      case 'boolean':
        return isHealth || BOOLEAN_LABELS.has(label);
      default:
        return true;
    }
  }

  private labelled(name: string, facts: Pick<ColumnMatch, 'by' | 'hitRatio' | 'score'>): ColumnMatch {
    const label: NamedLabel = this.rules.labels.get(name) ?? {
      name,
      description: name,
      categories: ['Custom'],
    };
    return { label: label.name, description: label.description, categories: label.categories, ...facts };
  }
}

function custom(name: string, by: ColumnMatch['by'], hitRatio: number | null): ColumnMatch {
  const label = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
  const score = hitRatio === null ? 1 : rounded(hitRatio / 100);
  return {
    label: label === '' ? 'custom' : label,
    description: name,
    categories: ['Custom'],
    by,
    hitRatio,
    score,
  };
}

/** One match for each label and way, the surest. */
function withoutTwins(matches: readonly ColumnMatch[]): readonly ColumnMatch[] {
  const seen = new Set<string>();
  return [...matches]
    .sort((a, b) => b.score - a.score)
    .filter(({ label, by }) => {
      const key = `${by} ${label ?? ''}`;
      return !seen.has(key) && seen.add(key);
    });
}

function sampleKind(kind: ColumnShape['kind']): SampleKind | null {
  switch (kind) {
    case 'text':
    case 'json':
      return 'text';
    case 'integer':
    case 'decimal':
      return 'number';
    case 'date':
    case 'datetime':
      return 'temporal';
    case 'other':
      return 'other';
    default:
      return null;
  }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : rounded((100 * part) / whole);
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
