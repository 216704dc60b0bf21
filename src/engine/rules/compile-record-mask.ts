import { bindChain } from './bind-mask.js';
import { canonical } from '../values/canonical.js';
import { compileValueSkip } from './skip-test.js';
import { fromJson, toJson } from '../values/json-record.js';
import { HASH_TAG, HashedRowSeed, KEY_TAG, RandomRowSeed } from '../random/row-seeds.js';
import { kindOf } from '../values/kinds.js';
import { MaskingError } from '../errors.js';
import { ProblemList } from '../ruleset/problem-list.js';
import { TextHmac } from '../random/hmac.js';
import { valueAtJsonPath } from '../values/json-path.js';
import type { BoundMask, SeedBinding } from './bind-mask.js';
import type { ColumnShape, MaskingContext } from './table-mask.js';
import type { CompiledRecordMask, RecordOrigin } from './record-mask.js';
import type { HashSource, InFlightRuleset, RecordRule } from '../ruleset/nodes.js';
import type { JsonValue } from '../values/json-record.js';
import type { Problem } from '../ruleset/problem.js';
import type { RowClock } from '../random/row-seeds.js';
import type { RowSeed } from '../random/draws.js';
import type { Value } from '../values/value.js';

export interface RecordMaskResult {
  /** Null when any problem is an error. */
  readonly mask: CompiledRecordMask | null;
  readonly problems: readonly Problem[];
}

/** What masks of a record see as their column: any JSON. */
const RECORD: ColumnShape = {
  ...{ name: 'record', kind: 'json', nullable: true, writable: true },
  ...{ maxLength: null, numericPrecision: null, numericScale: null },
};

/** Compiles an in-flight ruleset. Collects problems, does not throw. */
export function compileRecordMask(ruleset: InFlightRuleset, context: MaskingContext): RecordMaskResult {
  const problems = new ProblemList();
  const hashed = new RecordMask(ruleset, context, { problems, isHashGiven: true });
  if (problems.hasErrors) {
    return { mask: null, problems: problems.sorted() };
  }
  const usesRequest = ruleset.rules.some((rule) =>
    rule.hashSources.some(({ source }) => source === 'request'),
  );
  // Requests without hash values draw otherwise; most plans never meet one.
  let unhashed: RecordMask | null = usesRequest ? null : hashed;
  const mask: CompiledRecordMask = {
    maskRecord: (record, origin) => {
      if (origin.hashValue !== undefined) {
        return hashed.apply(record, origin);
      }
      unhashed ??= new RecordMask(ruleset, context, { problems: new ProblemList(), isHashGiven: false });
      return unhashed.apply(record, origin);
    },
  };
  return { mask, problems: problems.sorted() };
}

/** The record at hand: compiled masks and seeds hold this one object. */
class RecordFrame implements RowClock {
  record: Value = null;
  hashValue: Value = null;
  position = 0;
  rowNumber = 0;
}

interface RecordStep {
  readonly skips: ((value: Value) => boolean) | null;
  readonly apply: BoundMask;
  readonly path: string;
}

class RecordMask {
  private readonly frame = new RecordFrame();
  private readonly seeds = new Map<string, RowSeed>();
  private readonly hmac: TextHmac;
  private readonly steps: readonly RecordStep[];

  constructor(
    ruleset: InFlightRuleset,
    private readonly context: MaskingContext,
    private readonly options: { readonly problems: ProblemList; readonly isHashGiven: boolean },
  ) {
    this.hmac = new TextHmac(context.runKey);
    this.steps = ruleset.rules.map((rule, index) => this.step(rule, index));
  }

  apply(record: JsonValue, { position, hashValue }: RecordOrigin): JsonValue {
    const { frame } = this;
    const original = fromJson(record);
    frame.record = original;
    frame.position = position;
    frame.hashValue = hashValue === undefined ? null : fromJson(hashValue);
    frame.rowNumber++;
    let value = original;
    let path = '';
    for (const step of this.steps) {
      if (step.skips?.(original) !== true) {
        value = step.apply(value);
        path = step.path;
      }
    }
    return value === original ? record : jsonOf(value, path);
  }

  private step(rule: RecordRule, index: number): RecordStep {
    const binding = this.seedOf(rule);
    const apply = bindChain(rule.masks, {
      ...{ context: this.context, column: RECORD, problems: this.options.problems, hmac: this.hmac },
      ...binding,
      ...{ occurrences: new Map<string, number>(), document: null },
      scope: binding.hashText === null ? JSON.stringify(['record', index]) : '',
      rowText: () => this.refuseRow(rule),
      rowValue: () => this.refuseRow(rule),
    });
    return { skips: compileValueSkip(rule.skip), apply, path: rule.path };
  }

  private refuseRow({ path, at }: RecordRule): null {
    const message = 'A record has no row whose other columns could be read.';
    this.options.problems.error('not_supported_here', message, { path, at });
    return null;
  }

  private seedOf(rule: RecordRule): SeedBinding {
    const sources = rule.hashSources.filter(({ source }) => source !== 'request' || this.options.isHashGiven);
    const { frame, hmac } = this;
    if (sources.length > 0) {
      const parts = sources.map((source) => partOf(source, frame));
      const hashText = (): string => parts.reduce((text, part) => text + part(), HASH_TAG);
      const seed = this.seed(identityOf(sources), () => new HashedRowSeed(hmac, frame, hashText));
      return { seed, hashText };
    }
    if (this.context.repeatable) {
      const positionText = (): string => KEY_TAG + canonical(BigInt(frame.position));
      return {
        seed: this.seed(KEY_TAG, () => new HashedRowSeed(hmac, frame, positionText)),
        hashText: null,
      };
    }
    return { seed: this.seed('random', () => new RandomRowSeed(frame)), hashText: null };
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
    sources.map(({ source, jsonPath, trim, caseTransform }) => [source, jsonPath, trim, caseTransform]),
  );
}

function partOf(source: HashSource, frame: RecordFrame): () => string {
  const { jsonPath } = source;
  if (source.source === 'request') {
    return () => canonical(frame.hashValue, source);
  }
  return jsonPath === null
    ? () => canonical(frame.record, source)
    : () => canonical(valueIn(frame.record, jsonPath), source);
}

/** A record without the path hashes like NULL. */
function valueIn(record: Value, path: NonNullable<HashSource['jsonPath']>): Value {
  const isDocument = record !== null && typeof record === 'object' && 'kind' in record;
  return isDocument ? (valueAtJsonPath(record.text, path) ?? null) : null;
}

function jsonOf(value: Value, path: string): JsonValue {
  const json = toJson(value);
  if (json === undefined) {
    const reason = `the masks give a ${kindOf(value)} value that JSON cannot hold`;
    throw new MaskingError('impossible_cast', reason, path, RECORD.name);
  }
  return json;
}
