import type { Tweak } from './round-function.js';

/**
 * Condenses the shape of a value to a tweak. Not a cryptographic digest and need not be one: shapes that meet in one
 * tweak are still different sets, each permuted within itself.
 */
export class ShapeTweak implements Tweak {
  low = 0;
  private spread = 0;

  get high(): number {
    return this.spread & 0xffffff;
  }

  begin(first: number): void {
    this.low = 0x811c9dc5 | 0;
    this.spread = 0x2c1b3c6d;
    this.add(first);
  }

  add(code: number): void {
    this.low = Math.imul(this.low ^ code, 0x01000193);
    this.low ^= this.low >>> 15;
    this.spread = Math.imul(this.spread + code, 0x297a2d39);
    this.spread ^= this.spread >>> 13;
  }
}
