import { bindChain } from './bind-mask.js';
import { canonical } from '../values/canonical.js';
import { compileValueSkip } from './skip-test.js';
import { HASH_TAG, HashedRowSeed, KEY_TAG, RandomRowSeed } from '../random/row-seeds.js';
import { kindOf } from '../values/kinds.js';
import { MaskingError } from '../errors.js';
import { ProblemList } from '../ruleset/problem-list.js';
import { readJsonValue, writeJsonValue } from '../values/json-value.js';
import { TextHmac } from '../random/hmac.js';
import { valueAtJsonPath } from '../values/json-path.js';
import type { BoundMask, SeedBinding } from './bind-mask.js';
import type { ColumnShape, MaskingContext } from './table-mask.js';
import type { CompiledRecordMask, RecordOrigin, RecordSecrets } from './record-mask.js';
import type { HashSource, InFlightRuleset, RecordRule } from '../ruleset/nodes.js';
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
  return { mask: new RenewableMask(ruleset, context, hashed), problems: problems.sorted() };
}

/** Compiles again only what a new secret or a new time makes it compile. */
class RenewableMask implements CompiledRecordMask {
  private readonly usesRequest: boolean;
  /** Requests without hash values draw otherwise; most plans never meet one. Null: to be compiled. */
  private unhashed: RecordMask | null;

  constructor(
    private readonly ruleset: InFlightRuleset,
    private context: MaskingContext,
    private hashed: RecordMask,
  ) {
    this.usesRequest = ruleset.rules.some((rule) =>
      rule.hashSources.some(({ source }) => source === 'request'),
    );
    this.unhashed = this.usesRequest ? null : hashed;
  }

  maskJson(record: string, origin: RecordOrigin): string {
    if (origin.hashValue !== undefined) {
      return this.hashed.apply(record, origin);
    }
    this.unhashed ??= this.compiled(false);
    return this.unhashed.apply(record, origin);
  }

  renew({ runKey, nowMs }: RecordSecrets): void {
    const isSameTime = Math.floor(nowMs / 1000) === Math.floor(this.context.nowMs / 1000);
    if (runKey === this.context.runKey && isSameTime) {
      return;
    }
    this.context = { ...this.context, runKey, nowMs };
    if (!this.hashed.renew(this.context, isSameTime)) {
      this.hashed = this.compiled(true);
    }
    if (!this.usesRequest) {
      this.unhashed = this.hashed;
    } else if (this.unhashed?.renew(this.context, isSameTime) === false) {
      this.unhashed = null;
    }
  }

  private compiled(isHashGiven: boolean): RecordMask {
    const problems = new ProblemList();
    const mask = new RecordMask(this.ruleset, this.context, { problems, isHashGiven });
    const [problem] = problems.hasErrors ? problems.sorted() : [];
    if (problem !== undefined) {
      throw new MaskingError(problem.code, problem.message, problem.path, RECORD.name);
    }
    return mask;
  }
}

/** Notes what compiled masks have taken from it for good. */
class WatchedContext {
  tookKey = false;
  tookTime = false;

  static of(context: MaskingContext): WatchedContext & MaskingContext {
    const watched = new WatchedContext();
    return Object.defineProperties(watched, {
      ...Object.getOwnPropertyDescriptors(context),
      runKey: {
        get: () => {
          watched.tookKey = true;
          return context.runKey;
        },
      },
      nowMs: {
        get: () => {
          watched.tookTime = true;
          return context.nowMs;
        },
      },
    }) as WatchedContext & MaskingContext;
  }
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
  private readonly context: WatchedContext & MaskingContext;

  constructor(
    ruleset: InFlightRuleset,
    context: MaskingContext,
    private readonly options: { readonly problems: ProblemList; readonly isHashGiven: boolean },
  ) {
    this.context = WatchedContext.of(context);
    this.hmac = new TextHmac(context.runKey);
    this.steps = ruleset.rules.map((rule, index) => this.step(rule, index));
  }

  /** False: its masks hold what has changed, and must be compiled anew. */
  renew({ runKey }: MaskingContext, isSameTime: boolean): boolean {
    if (this.context.tookKey || (this.context.tookTime && !isSameTime)) {
      return false;
    }
    this.hmac.rekey(runKey);
    return true;
  }

  apply(record: string, { position, hashValue }: RecordOrigin): string {
    const { frame } = this;
    const original = readJsonValue(record);
    frame.record = original;
    frame.position = position;
    frame.hashValue = hashValue === undefined ? null : readJsonValue(hashValue);
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

function jsonOf(value: Value, path: string): string {
  const json = writeJsonValue(value);
  if (json === undefined) {
    const reason = `the masks give a ${kindOf(value)} value that JSON cannot hold`;
    throw new MaskingError('impossible_cast', reason, path, RECORD.name);
  }
  return json;
}
