import { createCipheriv, createHmac } from 'node:crypto';
import type { Cipher } from 'node:crypto';

const BYTES = 6;
const ALL = 2 ** (8 * BYTES);
const EMPTY = Buffer.alloc(BYTES * 1024);

/** Unbiased numbers, always the same ones for one key and label. */
export class KeyedNumbers {
  private readonly cipher: Cipher;
  private stream: Buffer = Buffer.alloc(0);
  private at = 0;

  constructor(key: Uint8Array, label: string) {
    const streamKey = createHmac('sha256', key).update(label).digest();
    this.cipher = createCipheriv('aes-256-ctr', streamKey, Buffer.alloc(16));
  }

  /** From 0 to below `bound`, which is at most 2^48. */
  below(bound: number): number {
    const fair = ALL - (ALL % bound);
    for (;;) {
      const drawn = this.next();
      if (drawn < fair) {
        return drawn % bound;
      }
    }
  }

  private next(): number {
    if (this.at === this.stream.length) {
      this.stream = this.cipher.update(EMPTY);
      this.at = 0;
    }
    const drawn = this.stream.readUIntBE(this.at, BYTES);
    this.at += BYTES;
    return drawn;
  }
}
