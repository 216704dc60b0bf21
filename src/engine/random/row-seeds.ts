import { randomFillSync } from 'node:crypto';
import type { RowSeed } from './draws.js';
import type { TextHmac } from './hmac.js';

/** What texts of seeds begin with, so that a key and a hash list of the same values give different draws. */
export const HASH_TAG = 'hash:';
export const KEY_TAG = 'key:';

/** Counts the rows of a walk, so that seeds know when theirs is stale. */
export interface RowClock {
  readonly rowNumber: number;
}

const WORDS = 8;
const CACHE_ENTRIES = 4096;
/** Longer texts are hashed again: keeping them would hold whole documents. */
const LONGEST_CACHED = 256;
/** After this many rows without enough repeats a cache only costs. */
const CACHE_TRIAL = 8192;

/** The seeds of texts under the run's key. Remembers recent ones as long as texts repeat. */
export class TextSeeds {
  private readonly own = new Int32Array(WORDS);
  private readonly cache = new Map<string, Int32Array>();
  private looked = 0;
  private found = 0;
  private caching = true;
  private generation: number;

  constructor(private readonly hmac: TextHmac) {
    this.generation = hmac.generation;
  }

  /** Eight words, valid until the next call. */
  words(text: string): Int32Array {
    if (!this.caching || text.length > LONGEST_CACHED) {
      this.hmac.digest(text, this.own);
      return this.own;
    }
    if (this.generation !== this.hmac.generation) {
      this.generation = this.hmac.generation;
      this.cache.clear();
    }
    const known = this.cache.get(text);
    this.looked++;
    if (known !== undefined) {
      this.found++;
      return known;
    }
    const words = new Int32Array(WORDS);
    this.hmac.digest(text, words);
    this.remember(text, words);
    return words;
  }

  private remember(text: string, words: Int32Array): void {
    if (this.looked >= CACHE_TRIAL) {
      this.caching = this.found * 8 >= this.looked;
      this.looked = 0;
      this.found = 0;
    }
    if (!this.caching || this.cache.size >= CACHE_ENTRIES) {
      this.cache.clear();
    }
    if (this.caching) {
      this.cache.set(text, words);
    }
  }
}

/** The seed of a list of values of the row: equal values, equal seed. */
export class HashedRowSeed implements RowSeed {
  private readonly seeds: TextSeeds;
  private current: Int32Array = new Int32Array(WORDS);
  private rowNumber = -1;

  constructor(
    hmac: TextHmac,
    private readonly clock: RowClock,
    /** The canonical text of the current row's values. */
    private readonly canonicalText: () => string,
  ) {
    this.seeds = new TextSeeds(hmac);
  }

  words(): Int32Array {
    if (this.rowNumber !== this.clock.rowNumber) {
      this.rowNumber = this.clock.rowNumber;
      this.current = this.seeds.words(this.canonicalText());
    }
    return this.current;
  }
}

/** A fresh seed from the operating system for every row, fetched in bulk. */
export class RandomRowSeed implements RowSeed {
  private readonly pool = new Int32Array(WORDS * 512);
  private next = this.pool.length;
  private current: Int32Array = this.pool.subarray(0, WORDS);
  private rowNumber = -1;

  constructor(private readonly clock: RowClock) {}

  words(): Int32Array {
    if (this.rowNumber !== this.clock.rowNumber) {
      this.rowNumber = this.clock.rowNumber;
      if (this.next === this.pool.length) {
        randomFillSync(this.pool);
        this.next = 0;
      }
      this.current = this.pool.subarray(this.next, this.next + WORDS);
      this.next += WORDS;
    }
    return this.current;
  }
}
