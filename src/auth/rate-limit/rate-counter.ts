import type { ThrottlerStorage } from '@nestjs/throttler';
import type { NowOrLater } from '../../common/async/now-or-later.js';

/** How often a key was counted in its present window. */
export interface Count {
  readonly hits: number;
  /** Until the window ends and counting starts anew. */
  readonly resetMs: number;
}

/**
 * Counts events by key in fixed windows: O(1) time and memory per key. One counter serves all limits; the throttler's
 * own decorators may use it as their storage too.
 */
export abstract class RateCounter implements ThrottlerStorage {
  /** Counts one event; the first opens a window of `windowMs`. */
  abstract hit(key: string, windowMs: number): NowOrLater<Count>;

  /** The count as it stands; null: no window is open. */
  abstract peek(key: string): NowOrLater<Count | null>;

  /** Closes the window of a key. */
  abstract forget(key: string): NowOrLater<void>;

  // eslint-disable-next-line @typescript-eslint/max-params -- the throttler's interface
  async increment(
    key: string,
    ttl: number,
    limit: number,
    _blockDuration: number,
    throttlerName: string,
  ): ReturnType<ThrottlerStorage['increment']> {
    const { hits, resetMs } = await this.hit(`${throttlerName}:${key}`, ttl);
    const timeToExpire = Math.ceil(resetMs / 1000);
    const isBlocked = hits > limit;
    return { totalHits: hits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
  }
}
