import { canonical } from '../values/canonical.js';
import { chachaBlock, DRAW_ROUNDS } from './chacha.js';
import { HASH_TAG, TextSeeds } from './row-seeds.js';
import type { ChaChaInput } from './chacha.js';
import type { RowSeed } from './draws.js';
import type { TextHmac } from './hmac.js';
import type { Value } from '../values/value.js';

const WORDS = 8;
/** "viza", "rd s", "teps": the nonce of seeds that are steps away from another. */
const STEP_NONCE = Int32Array.of(0x76697a61, 0x72642073, 0x74657073);

/** What the draws of one application depend on besides the row's own seed. */
export interface Match {
  /** Canonical text of values that stand for the entity; null: none. Asked for only when something draws. */
  readonly identity: (() => string) | null;
  /** How many matches came before it: each has draws of its own. The first has the row's. */
  readonly step: number;
  /** The draws depend on this value too, so that equal values agree; undefined: they do not. */
  readonly original: Value | undefined;
}

export const NO_MATCH: Match = { identity: null, step: 0, original: undefined };

/**
 * The seed of masks inside another mask, which says before each application what match it is for. Values that stand
 * for an entity continue the row's list of hash values, so that a leaf of a document hashed by its neighbour agrees
 * with a column hashed by the same value.
 */
export class SeedScope implements RowSeed {
  private readonly seeds: TextSeeds;
  private readonly input: { -readonly [K in keyof ChaChaInput]: ChaChaInput[K] };
  private readonly block = new Int32Array(16);
  private readonly stepWords = this.block.subarray(0, WORDS);
  private match: Match = NO_MATCH;
  /** Null: to be made. */
  private current: Int32Array | null = null;

  constructor(
    hmac: TextHmac,
    private readonly outer: RowSeed,
    /** Text of the outer seed's hash values; null: it stands for no identity. */
    private readonly outerText: (() => string) | null,
  ) {
    this.seeds = new TextSeeds(hmac);
    this.input = { key: new Int32Array(WORDS), counter: 0, nonce: STEP_NONCE, rounds: DRAW_ROUNDS };
  }

  enter(match: Match): void {
    this.match = match;
    this.current = null;
  }

  words(): Int32Array {
    return this.match === NO_MATCH ? this.outer.words() : (this.current ??= this.derived());
  }

  /** Text of what this seed stands for, to be continued by scopes inside. */
  readonly text = (): string => {
    const { step, original } = this.match;
    return (
      this.identityText() +
      (step === 0 ? '' : `+${step}`) +
      (original === undefined ? '' : `=${canonical(original)}`)
    );
  };

  private identityText(): string {
    return (this.outerText?.() ?? HASH_TAG) + (this.match.identity?.() ?? '');
  }

  private derived(): Int32Array {
    const { identity, step, original } = this.match;
    const base = identity === null ? this.outer.words() : this.seeds.words(this.identityText());
    const stepped = step === 0 ? base : this.stepped(base, step);
    return original === undefined ? stepped : this.seeds.words(`${hexOf(stepped)}${canonical(original)}`);
  }

  private stepped(base: Int32Array, step: number): Int32Array {
    this.input.key = base;
    this.input.counter = step;
    chachaBlock(this.input, this.block);
    return this.stepWords;
  }
}

function hexOf(words: Int32Array): string {
  let text = '';
  for (const word of words) {
    text += (word >>> 0).toString(16).padStart(8, '0');
  }
  return text;
}
