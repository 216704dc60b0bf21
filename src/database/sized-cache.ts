/** What a cache may hold: entries, and the sum of their sizes. */
export interface CacheBounds {
  readonly maxEntries: number;
  readonly maxSize: number;
}

interface Entry<T> {
  readonly value: T;
  readonly size: number;
}

/** Keeps what was used last within bounds: a full cache drops what was not asked for longest. */
export class SizedCache<T> {
  /** In order of use: the first is the oldest. */
  private readonly entries = new Map<string, Entry<T>>();
  private size = 0;
  /** What was asked for last: mostly it is asked for again. */
  private newest: string | undefined;

  constructor(private readonly bounds: CacheBounds) {}

  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) {
      return undefined;
    }
    if (key !== this.newest) {
      this.entries.delete(key);
      this.entries.set(key, entry);
      this.newest = key;
    }
    return entry.value;
  }

  /** What alone is larger than the cache is not kept. */
  set(key: string, value: T, size: number): void {
    this.delete(key);
    if (size > this.bounds.maxSize) {
      return;
    }
    this.entries.set(key, { value, size });
    this.newest = key;
    this.size += size;
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.bounds.maxEntries && this.size <= this.bounds.maxSize) {
        return;
      }
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.size -= this.entries.get(key)?.size ?? 0;
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
    this.size = 0;
  }
}
