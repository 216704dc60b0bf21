import type { ChangeFeed, ChangeTopic } from './change-feed.js';
import { SizedCache, type CacheBounds } from './sized-cache.js';

/** How things are found in the database, and how many are kept. */
export interface RememberedSource<T> {
  readonly topic: ChangeTopic;
  /** A change of this topic makes everything remembered old. */
  readonly sources?: ChangeTopic;
  readonly bounds: CacheBounds;
  /** The thing as it is now; null: there is none. */
  load(name: string): Promise<{ readonly value: T; readonly size: number } | null>;
  /** Asked where changes are not heard: is this still what `load` would give? Must cost less than that. */
  isPresent(name: string, value: T): Promise<boolean>;
}

/**
 * Things of our own database kept in memory. Who changes one announces it in the same transaction (`ChangeFeed`) and
 * calls `forget` after the commit: so this process sees the change at once, and all others within a second.
 */
export class Remembered<T> {
  private readonly cache: SizedCache<T>;
  private readonly loading = new Map<string, Promise<T | null>>();

  constructor(
    private readonly feed: ChangeFeed,
    private readonly source: RememberedSource<T>,
  ) {
    this.cache = new SizedCache(source.bounds);
    feed.listen(source.topic, {
      changed: (name) => {
        this.forget(name);
      },
      missed: () => {
        this.forgetAll();
      },
    });
    if (source.sources !== undefined) {
      feed.listen(source.sources, {
        changed: () => {
          this.forgetAll();
        },
        // The topic itself hears of that, too.
        missed: () => undefined,
      });
    }
  }

  /** Without waiting; undefined: ask `get`. */
  ready(name: string): T | undefined {
    return this.feed.isCurrent() ? this.cache.get(name) : undefined;
  }

  async get(name: string): Promise<T | null> {
    const ready = this.ready(name);
    if (ready !== undefined) {
      return ready;
    }
    const isHeard = await this.feed.prove();
    const known = this.cache.get(name);
    return known !== undefined && (isHeard || (await this.source.isPresent(name, known)))
      ? known
      : this.load(name);
  }

  forget(name: string): void {
    this.cache.delete(name);
    this.loading.delete(name);
  }

  private forgetAll(): void {
    this.cache.clear();
    this.loading.clear();
  }

  /** One at a time for each name. What changes meanwhile is not kept. */
  private load(name: string): Promise<T | null> {
    const known = this.loading.get(name);
    if (known !== undefined) {
      return known;
    }
    const load: Promise<T | null> = this.source
      .load(name)
      .then((found) => {
        if (found !== null && this.loading.get(name) === load) {
          this.cache.set(name, found.value, found.size);
        }
        return found?.value ?? null;
      })
      .finally(() => {
        if (this.loading.get(name) === load) {
          this.loading.delete(name);
        }
      });
    this.loading.set(name, load);
    return load;
  }
}
