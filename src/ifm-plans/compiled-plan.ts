import { ConflictError } from '../common/errors/domain-error.js';
import {
  compileRecordMask,
  type CompiledRecordMask,
  type InFlightRuleset,
  type MaskingContext,
  type SeedTable,
} from '../engine/index.js';
import type { IfmPlan } from './ifm-plan.entity.js';
import type { IfmLogMessage } from './log-levels.js';
import type { PlanOptions } from './plan-options.js';
import type { PlanSetUp } from './plan-set-up.js';

/** What a request adds to a plan: secrets, time and, where it names one, another detector of entities. */
export type RequestContext = Omit<
  MaskingContext,
  'seedFiles' | 'rowOrdinals' | 'rewritesKeys' | 'dealsColumns'
>;

/** With and without a given run secret. */
const KEPT_MASKS = 2;

/** One serial of a plan, ready to mask. */
export class CompiledPlan {
  readonly name: string;
  readonly serial: number;
  readonly options: PlanOptions;
  /** What was said while the ruleset was set up. */
  readonly logs: readonly IfmLogMessage[];
  /** The ruleset, checked and frozen. */
  readonly ruleset: InFlightRuleset;
  /** The loaded seed files that it draws from, by the name as written. */
  readonly seedFiles: ReadonlyMap<string, SeedTable>;
  /** May it ask an engine for entities? */
  readonly asksEngine: boolean;
  private masks: readonly { readonly of: RequestContext; readonly mask: CompiledRecordMask }[] = [];

  constructor(plan: IfmPlan, { ruleset, seedFiles }: PlanSetUp) {
    this.name = plan.name;
    this.serial = plan.serial;
    this.options = Object.freeze({
      enabled: plan.enabled,
      defaultEncoding: plan.defaultEncoding,
      defaultCharset: plan.defaultCharset,
      defaultLogLevel: plan.defaultLogLevel,
    });
    this.logs = Object.freeze(plan.logs);
    this.ruleset = ruleset;
    this.seedFiles = seedFiles;
    this.asksEngine = /\bai_detect\b/.test(plan.rulesetYaml);
  }

  /** Does what it gives hang on more than its own text? */
  get drawsFromSources(): boolean {
    return this.asksEngine || this.seedFiles.size > 0;
  }

  /**
   * The record mask under these secrets. Takes no I/O, and compiles only where the secrets demand it: ask again after
   * every pause, since the requests in between carry the same mask over to their own secrets.
   */
  maskFor(context: RequestContext): CompiledRecordMask {
    const kept = this.masks.find(({ of }) => isAlike(of, context));
    if (kept !== undefined) {
      kept.mask.renew(context);
      return kept.mask;
    }
    const mask = this.compile(context);
    this.masks = [{ of: context, mask }, ...this.masks.slice(0, KEPT_MASKS - 1)];
    return mask;
  }

  /** A record mask of this request's own, for one whose detector no other request may use. */
  compile(context: RequestContext): CompiledRecordMask {
    const { mask, problems } = compileRecordMask(this.ruleset, { ...context, seedFiles: this.seedFiles });
    if (mask === null) {
      throw new ConflictError(
        `The plan cannot be used any more: ${problems[0]?.message ?? 'set it up again.'}`,
      );
    }
    return mask;
  }
}

/** May a mask compiled for one be carried over to the other? */
function isAlike(a: RequestContext, b: RequestContext): boolean {
  return (
    a.repeatable === b.repeatable && a.entityDetector === b.entityDetector && a.namedKeys === b.namedKeys
  );
}
