import { createCipheriv } from 'node:crypto';
import type { Cipher } from 'node:crypto';

const BLOCK = 16;

/**
 * Permutes addresses so that two of them share exactly as many first bits after as before: Crypto-PAn (Xu, Fan, Ammar and
 * Moon, "Prefix-Preserving IP Address Anonymization", ICNP 2002). A bit is turned over or not by what AES makes of the bits
 * before it, filled up with a secret pad. Holds scratch buffers: not for concurrent use.
 */
export class PrefixPermutation {
  private readonly cipher: Cipher;
  private readonly pad: Uint8Array;
  /** One block for each bit: what stands before it. */
  private readonly blocks: Uint8Array;

  /** `key`: 32 bytes, the key of AES and what the pad is made from; `size`: bytes of an address. */
  constructor(
    key: Uint8Array,
    readonly size: 4 | 16,
  ) {
    this.cipher = createCipheriv('aes-128-ecb', key.subarray(0, BLOCK), null).setAutoPadding(false);
    this.pad = this.cipher.update(key.subarray(BLOCK, 2 * BLOCK));
    this.blocks = new Uint8Array(size * 8 * BLOCK);
  }

  /** The image; the first `from` bits and those from `to` on stay as they are. */
  permute(address: Uint8Array, from = 0, to = this.size * 8): Uint8Array {
    const image = Uint8Array.from(address);
    if (from >= to) {
      return image;
    }
    for (let bit = from; bit < to; bit++) {
      this.fillBlock(address, bit, (bit - from) * BLOCK);
    }
    const digest = this.cipher.update(this.blocks.subarray(0, (to - from) * BLOCK));
    for (let bit = from; bit < to; bit++) {
      const isTurned = digest[(bit - from) * BLOCK]! >> 7;
      image[bit >> 3]! ^= isTurned << (7 - (bit & 7));
    }
    return image;
  }

  /** The bits of the address before `bit`, then those of the pad. */
  private fillBlock(address: Uint8Array, bit: number, at: number): void {
    const whole = bit >> 3;
    this.blocks.set(this.pad, at);
    for (let i = 0; i < whole; i++) {
      this.blocks[at + i] = address[i]!;
    }
    const own = 0xff << (8 - (bit & 7));
    this.blocks[at + whole] = (address[whole]! & own) | (this.pad[whole]! & ~own);
  }
}
