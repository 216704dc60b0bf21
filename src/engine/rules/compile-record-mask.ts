import { canonical } from '../values/canonical.js';
import { MaskingError } from '../errors.js';
import { ProblemList } from '../ruleset/problem-list.js';
import { readJsonValue } from '../values/json-value.js';
import { RecordRules, recordText, valueInRecord } from './record-rules.js';
import { TextHmac } from '../random/hmac.js';
import type { ColumnShape, MaskingContext } from './table-mask.js';
import type { CompiledRecordMask, RecordOrigin, RecordSecrets } from './record-mask.js';
import type { HashSource, InFlightRuleset, RecordRule } from '../ruleset/nodes.js';
import type { RecordView } from './record-rules.js';
import type { Problem } from '../ruleset/problem.js';
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

/** The record at hand. */
class RecordFrame implements RecordView {
  record: Value = null;
  hashValue: Value = null;
  position = 0;
  rowNumber = 0;

  placeText(): string {
    return canonical(BigInt(this.position));
  }

  partOf(source: HashSource): () => string {
    const { jsonPath } = source;
    if (source.source === 'request') {
      return () => canonical(this.hashValue, source);
    }
    return jsonPath === null
      ? () => canonical(this.record, source)
      : () => canonical(valueInRecord(this.record, jsonPath), source);
  }
}

class RecordMask {
  private readonly frame = new RecordFrame();
  private readonly hmac: TextHmac;
  private readonly rules: RecordRules;
  private readonly context: WatchedContext & MaskingContext;

  constructor(
    ruleset: InFlightRuleset,
    context: MaskingContext,
    { problems, isHashGiven }: { readonly problems: ProblemList; readonly isHashGiven: boolean },
  ) {
    this.context = WatchedContext.of(context);
    this.hmac = new TextHmac(context.runKey);
    const rules = isHashGiven ? ruleset.rules : ruleset.rules.map(withoutRequest);
    const scope = { context: this.context, problems, hmac: this.hmac, column: RECORD, view: this.frame };
    this.rules = new RecordRules(rules, scope);
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
    const value = this.rules.apply(original);
    return value === original ? record : recordText(value, this.rules.lastPath, RECORD.name);
  }
}

function withoutRequest(rule: RecordRule): RecordRule {
  return { ...rule, hashSources: rule.hashSources.filter(({ source }) => source !== 'request') };
}
