import { isIPv6 } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
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
  async take(user: AuthenticatedUser | null, address: string): Promise<RateState> {
    const { max, windowS } = this.config.rateLimit;
    const key = user === null ? `address:${networkOf(address)}` : `user:${user.id}`;
    const { totalHits, timeToExpire, isBlocked } = await this.counter.increment(
      key,
      windowS * 1000,
      max,
      0,
      'all',
    );
    return {
      limit: max,
      remaining: Math.max(0, max - totalHits),
      resetAtS: Math.ceil(Date.now() / 1000) + timeToExpire,
      retryAfterS: isBlocked ? Math.max(1, timeToExpire) : null,
    };
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
