import { canonical } from '../../values/canonical.js';
import { NO_MATCH } from '../../random/seed-scope.js';
import type { EntityHashSource } from './text-parameters.js';
import type { MaskCompileContext, SteeredMasks } from '../mask-definition.js';
import type { MaskNode } from '../../ruleset/nodes.js';
import type { Value } from '../../values/value.js';

/** Text of the first entity of a label in the text at hand; null: there is none. */
export type FirstOfLabel = (label: string) => string | null;

/** The masks of one label, and what their draws depend on. */
export class LabelMasks {
  private readonly masks: SteeredMasks;
  private readonly isIndependent: boolean;
  private count = 0;

  constructor(
    nodes: readonly MaskNode[],
    private readonly sources: readonly EntityHashSource[],
    context: MaskCompileContext,
  ) {
    this.masks = context.steered(nodes, { hashed: sources.length > 0 });
    this.isIndependent = sources.length === 0 && !context.isHashed;
  }

  /** Before the first entity of a text. */
  begin(): void {
    this.count = 0;
  }

  apply(entity: string, firstOfLabel: FirstOfLabel): Value {
    const step = this.isIndependent ? this.count++ : 0;
    if (this.sources.length === 0 && step === 0) {
      this.masks.enter(NO_MATCH);
    } else {
      const identity =
        this.sources.length === 0
          ? null
          : (): string =>
              this.sources
                .map(({ label }) => identityOf(label === null ? entity : firstOfLabel(label)))
                .join('');
      this.masks.enter({ identity, step, original: undefined });
    }
    return this.masks.apply(entity);
  }
}

/** Lower case and single spaces: one name, however it is typed. */
function identityOf(text: string | null): string {
  return canonical(text === null ? null : text.trim().replace(/\s+/g, ' ').toLowerCase());
}
