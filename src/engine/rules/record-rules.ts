import { bindChain } from './bind-mask.js';
import { compileValueSkip } from './skip-test.js';
import { kindOf } from '../values/kinds.js';
import { MaskingError } from '../errors.js';
import { valueAtJsonPath } from '../values/json-path.js';
import { writeJsonValue } from '../values/json-value.js';
import { HASH_TAG, HashedRowSeed, KEY_TAG, RandomRowSeed } from '../random/row-seeds.js';
import type { BoundMask, RuleBinding, SeedBinding } from './bind-mask.js';
import type { ColumnShape, MaskingContext } from './table-mask.js';
import type { HashSource, RecordRule } from '../ruleset/nodes.js';
import type { ProblemList } from '../ruleset/problem-list.js';
import type { RowClock } from '../random/row-seeds.js';
import type { RowSeed } from '../random/draws.js';
import type { TextHmac } from '../random/hmac.js';
import type { Value } from '../values/value.js';

/** The record at hand: compiled masks and seeds hold this one object. */
export interface RecordView extends RowClock {
  /** Canonical text of where the record lies: what stands for its identity where nothing else does. */
  placeText(): string;
  /** A reader of the canonical text of a hash value. */
  partOf(source: HashSource): () => string;
}

/** What the rules of one document have in common. */
export interface RecordScope {
  readonly context: MaskingContext;
  readonly problems: ProblemList;
  readonly hmac: TextHmac;
  /** What masks see as their column. */
  readonly column: ColumnShape;
  readonly view: RecordView;
}

interface RecordStep {
  readonly skips: ((value: Value) => boolean) | null;
  readonly apply: BoundMask;
  readonly path: string;
}

/** The rules for whole records: each sees the result of the one before, and skips and hashes by the original. */
export class RecordRules {
  private readonly steps: readonly RecordStep[];
  /** Of the rule that was applied last. */
  lastPath = '';
  /** Values inside the document that the last `apply` changed, as far as masks of documents changed them. */
  changedInside = 0;

  constructor(rules: readonly RecordRule[], scope: RecordScope) {
    const bindings = new RecordBindings(scope);
    const changed = (count: number): void => {
      this.changedInside += count;
    };
    this.steps = rules.map((rule, index) => ({
      skips: compileValueSkip(rule.skip),
      apply: bindChain(rule.masks, { ...bindings.of(rule, index), changed }),
      path: rule.path,
    }));
  }

  apply(original: Value): Value {
    let value = original;
    this.changedInside = 0;
    for (const step of this.steps) {
      if (step.skips?.(original) !== true) {
        value = step.apply(value);
        this.lastPath = step.path;
      }
    }
    return value;
  }
}

/** Gives the masks of each rule what they draw from. */
export class RecordBindings {
  private readonly seeds = new Map<string, RowSeed>();

  constructor(private readonly scope: RecordScope) {}

  of(rule: RecordRule, index: number): RuleBinding {
    const { context, problems, hmac, column } = this.scope;
    const binding = this.seedOf(rule);
    return {
      ...{ context, column, problems, hmac },
      ...binding,
      ...{ occurrences: new Map<string, number>(), document: null },
      scope: binding.hashText === null ? JSON.stringify(['record', index]) : '',
      rowText: () => this.refuseRow(rule),
      rowValue: () => this.refuseRow(rule),
    };
  }

  private refuseRow({ path, at }: RecordRule): null {
    const message = 'A record has no row whose other columns could be read.';
    this.scope.problems.error('not_supported_here', message, { path, at });
    return null;
  }

  private seedOf({ hashSources }: RecordRule): SeedBinding {
    const { view, hmac, context } = this.scope;
    if (hashSources.length > 0) {
      const parts = hashSources.map((source) => view.partOf(source));
      const hashText = (): string => parts.reduce((text, part) => text + part(), HASH_TAG);
      const seed = this.seed(identityOf(hashSources), () => new HashedRowSeed(hmac, view, hashText));
      return { seed, hashText };
    }
    if (context.repeatable) {
      const placeText = (): string => KEY_TAG + view.placeText();
      return { seed: this.seed(KEY_TAG, () => new HashedRowSeed(hmac, view, placeText)), hashText: null };
    }
    return { seed: this.seed('random', () => new RandomRowSeed(view)), hashText: null };
  }

  /** Rules with equal sources share one seed, computed once a record. */
  private seed(identity: string, make: () => RowSeed): RowSeed {
    const known = this.seeds.get(identity) ?? make();
    this.seeds.set(identity, known);
    return known;
  }
}

function identityOf(sources: readonly HashSource[]): string {
  return JSON.stringify(
    sources.map(({ source, jsonPath, xpath, trim, caseTransform }) => [
      ...[source, jsonPath, xpath],
      ...[trim, caseTransform],
    ]),
  );
}

/** A record without the path hashes like NULL. */
export function valueInRecord(record: Value, path: NonNullable<HashSource['jsonPath']>): Value {
  const isDocument = record !== null && typeof record === 'object' && 'kind' in record;
  return isDocument ? (valueAtJsonPath(record.text, path) ?? null) : null;
}

/** The JSON text of a masked record; `path` is of the rule that made it. */
export function recordText(value: Value, path: string, column: string): string {
  const json = writeJsonValue(value);
  if (json === undefined) {
    const reason = `the masks give a ${kindOf(value)} value that JSON cannot hold`;
    throw new MaskingError('impossible_cast', reason, path, column);
  }
  return json;
}
