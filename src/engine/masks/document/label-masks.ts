import { canonical } from '../../values/canonical.js';
import { MatchMasks } from '../match-masks.js';
import type { EntityHashSource } from './text-parameters.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { MaskNode } from '../../ruleset/nodes.js';
import type { Value } from '../../values/value.js';

/** Text of the first entity of a label in the text at hand; null: there is none. */
export type FirstOfLabel = (label: string) => string | null;

/** The masks of one label, and what their draws depend on. */
export class LabelMasks {
  private readonly masks: MatchMasks;
  private count = 0;

  constructor(
    nodes: readonly MaskNode[],
    private readonly sources: readonly EntityHashSource[],
    context: MaskCompileContext,
  ) {
    const rules = { hasIdentity: sources.length > 0, isConsistent: false, advances: false };
    this.masks = new MatchMasks(nodes, rules, context);
  }

  /** Before the first entity of a text. */
  begin(): void {
    this.count = 0;
  }

  apply(entity: string, firstOfLabel: FirstOfLabel): Value {
    return this.masks.apply(entity, this.count++, () =>
      this.sources.map(({ label }) => identityOf(label === null ? entity : firstOfLabel(label))).join(''),
    );
  }
}

/** Lower case and single spaces: one name, however it is typed. */
function identityOf(text: string | null): string {
  return canonical(text === null ? null : text.trim().replace(/\s+/g, ' ').toLowerCase());
}
