import { NO_MATCH } from '../random/seed-scope.js';
import type { MaskCompileContext, SteeredMasks, SteerOptions } from './mask-definition.js';
import type { MaskNode } from '../ruleset/nodes.js';
import type { Value } from '../values/value.js';

/** What tells the draws of one match from those of another. */
export interface MatchRules {
  /** Each match has an identity of its own: values around it, or the match itself. */
  readonly hasIdentity: boolean;
  /** Equal originals have equal draws. */
  readonly isConsistent: boolean;
  /** Each match has draws of its own. */
  readonly advances: boolean;
}

/** Masks that are applied to many matches within one value. */
export class MatchMasks {
  private readonly masks: SteeredMasks;
  /** Do draws depend on how many matches came before? */
  readonly advances: boolean;

  constructor(
    nodes: readonly MaskNode[],
    private readonly rules: MatchRules,
    context: MaskCompileContext,
    document?: SteerOptions['document'],
  ) {
    const { hasIdentity } = rules;
    this.masks = context.steered(nodes, {
      hashed: hasIdentity,
      ...(document === undefined ? {} : { document }),
    });
    // Draws that stand for no identity are independent of one another anyway.
    this.advances = !rules.isConsistent && (rules.advances || !(hasIdentity || context.isHashed));
  }

  /** `step` matches came before; `identity` is asked only when something draws. */
  apply(value: Value, step: number, identity: (() => string) | null): Value {
    const { hasIdentity, isConsistent } = this.rules;
    const ownStep = this.advances ? step : 0;
    if (!hasIdentity && ownStep === 0 && !isConsistent) {
      this.masks.enter(NO_MATCH);
    } else {
      this.masks.enter({
        identity: hasIdentity ? identity : null,
        step: ownStep,
        original: isConsistent ? value : undefined,
      });
    }
    return this.masks.apply(value);
  }
}
