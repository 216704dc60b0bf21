import { hash } from 'node:crypto';
import { SHA256_START, sha256Block } from './sha256.js';

const BLOCK = 64;
const DIGEST = 32;
const ROOM = 1024;
/** Longer texts do not fit into one block beside the end mark and the length. */
const ONE_BLOCK = 55;
/** The first bit after a message, at the top of its word. */
const END_MARK = 0x80000000 | 0;

/**
 * HMAC-SHA-256 of text. Short ASCII text, which is almost all there is, takes two blocks from states prepared with the
 * key; other text two one-shot hash calls over prepared buffers: both many times faster than `createHmac`. Holds
 * scratch buffers: not for concurrent use.
 */
export class TextHmac {
  private readonly inner = Buffer.alloc(BLOCK + ROOM);
  private readonly outer = Buffer.alloc(BLOCK + DIGEST);
  /** `inner` cut to each length: making a view costs more than hashing it. */
  private readonly views: (Buffer | undefined)[] = [];
  /** States after the first block of each hash, which holds the key. */
  private readonly innerState = new Int32Array(8);
  private readonly outerState = new Int32Array(8);
  private readonly block = new Int32Array(64);
  private readonly outerBlock = new Int32Array(64);

  private count = 0;
  /** Masks of one identity come one after another: the last digest is kept. */
  private lastText: string | null = null;
  private readonly lastWords = new Int32Array(8);

  constructor(key: Uint8Array) {
    // What follows a digest in its block, for good: the rest of the block is written over.
    this.outerBlock[8] = END_MARK;
    this.outerBlock[15] = (BLOCK + DIGEST) * 8;
    this.rekey(key);
  }

  /** Grows with each change of the key: digests of another generation are no longer right. */
  get generation(): number {
    return this.count;
  }

  /** Goes on under another key. */
  rekey(key: Uint8Array): void {
    this.count++;
    this.lastText = null;
    const block = Buffer.alloc(BLOCK);
    Buffer.from(key.length > BLOCK ? hash('sha256', Buffer.from(key), 'buffer') : key).copy(block);
    for (let i = 0; i < BLOCK; i++) {
      this.inner[i] = block[i]! ^ 0x36;
      this.outer[i] = block[i]! ^ 0x5c;
    }
    this.prepare(this.inner, this.innerState);
    this.prepare(this.outer, this.outerState);
  }

  /** Writes the eight big-endian words of the digest of the text's UTF-8 bytes to `words`. */
  digest(text: string, words: Int32Array): void {
    if (text.length > ONE_BLOCK) {
      this.digestLong(text, words);
      return;
    }
    if (text !== this.lastText) {
      this.digestShort(text, this.lastWords);
      this.lastText = text;
    }
    // By hand: for eight words a call into the runtime costs more than copying them.
    for (let i = 0; i < 8; i++) {
      words[i] = this.lastWords[i]!;
    }
  }

  private digestShort(text: string, words: Int32Array): void {
    if (!this.fillBlock(text)) {
      this.digestLong(text, words);
      return;
    }
    sha256Block(this.innerState, this.block, this.outerBlock);
    sha256Block(this.outerState, this.outerBlock, words);
  }

  /** The text as the last block of a message that the key's block begins; false: it is not ASCII. */
  private fillBlock(text: string): boolean {
    const { block } = this;
    const { length } = text;
    let word = 0;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) {
        return false;
      }
      word = (word << 8) | code;
      if ((i & 3) === 3) {
        block[i >> 2] = word;
      }
    }
    const last = length >> 2;
    block[last] = ((word << 8) | 0x80) << (24 - ((length & 3) << 3));
    for (let i = last + 1; i < 15; i++) {
      block[i] = 0;
    }
    block[15] = (BLOCK + length) * 8;
    return true;
  }

  private digestLong(text: string, words: Int32Array): void {
    const inner = hash('sha256', this.message(text), 'binary');
    for (let i = 0; i < DIGEST; i++) {
      this.outer[BLOCK + i] = inner.charCodeAt(i);
    }
    const digest = hash('sha256', this.outer, 'binary');
    for (let i = 0; i < 8; i++) {
      const at = i * 4;
      words[i] =
        (digest.charCodeAt(at) << 24) |
        (digest.charCodeAt(at + 1) << 16) |
        (digest.charCodeAt(at + 2) << 8) |
        digest.charCodeAt(at + 3);
    }
  }

  private prepare(padded: Buffer, state: Int32Array): void {
    for (let i = 0; i < 16; i++) {
      this.block[i] = padded.readInt32BE(i * 4);
    }
    sha256Block(SHA256_START, this.block, state);
  }

  private message(text: string): Buffer {
    const length = text.length;
    if (length > ROOM / 4) {
      return Buffer.concat([this.inner.subarray(0, BLOCK), Buffer.from(text, 'utf8')]);
    }
    return this.view(this.inner.write(text, BLOCK, 'utf8'));
  }

  private view(length: number): Buffer {
    return (this.views[length] ??= this.inner.subarray(0, BLOCK + length));
  }
}
