import { isIPv6 } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { after, type NowOrLater } from '../../common/async/now-or-later.js';
import { CONFIG, type Config } from '../../config/config.js';
import type { AuthenticatedUser } from '../authenticated-user.js';
import { RateCounter } from './rate-counter.js';

/** What one request leaves of its limit. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in seconds at which the limit starts anew. */
  readonly resetAtS: number;
  /** Not null: the limit is exceeded, try again after so many seconds. */
  readonly retryAfterS: number | null;
}

/** The general limit on requests: per user once known, else per address. */
@Injectable()
export class RateLimiterService {
  constructor(
    private readonly counter: RateCounter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Counts one request of a caller. */
  take(user: AuthenticatedUser | null, address: string): NowOrLater<RateState> {
    const { max, windowS } = this.config.rateLimit;
    const key = user === null ? `all:address:${networkOf(address)}` : `all:user:${user.id}`;
    return after(this.counter.hit(key, windowS * 1000), ({ hits, resetMs }) => {
      const resetS = Math.ceil(resetMs / 1000);
      return {
        limit: max,
        remaining: Math.max(0, max - hits),
        resetAtS: Math.ceil(Date.now() / 1000) + resetS,
        retryAfterS: hits > max ? Math.max(1, resetS) : null,
      };
    });
  }
}

/** A home or host owns a whole /64 of IPv6: its addresses count as one. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) {
    return address;
  }
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right].slice(0, 4).join(':');
}
