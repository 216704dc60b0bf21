import { Redis } from 'ioredis';
import type { NowOrLater } from '../../common/async/now-or-later.js';
import type { Logger } from '../../common/logging/logger.js';
import { MemoryRateCounter } from './memory-rate-counter.js';
import { RateCounter, type Count } from './rate-counter.js';

const COMPLAIN_EVERY_MS = 60_000;

/** Counts and opens the window in one step, so that no key is ever left without an end. */
const HIT_SCRIPT = `
local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { hits, redis.call('PTTL', KEYS[1]) }`;

/**
 * Counts in Redis, shared by all API processes. While Redis cannot be reached each process counts for itself: limits
 * are then looser, but requests are still answered and never go uncounted.
 */
export class RedisRateCounter extends RateCounter {
  private readonly redis: Redis;
  private readonly fallback = new MemoryRateCounter();
  private readonly prefix: string;
  private complainedAt = 0;

  /** Counts nothing together with other installations on the same Redis. */
  constructor(
    url: string,
    installationId: string,
    private readonly logger: Logger,
  ) {
    super();
    this.prefix = `vizard:${installationId}:rate:`;
    this.redis = new Redis(url, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      connectTimeout: 2_000,
      commandTimeout: 1_000,
      disconnectTimeout: 100,
      connectionName: 'vizard-rate-limits',
    });
    this.redis.on('error', (error: Error) => {
      this.complain(error);
    });
  }

  override hit(key: string, windowMs: number): Promise<Count> {
    return this.orFallback(
      async () => {
        const reply = await this.redis.eval(HIT_SCRIPT, 1, this.prefix + key, windowMs);
        const [hits, resetMs] = reply as [number, number];
        return { hits, resetMs: Math.max(0, resetMs) };
      },
      () => this.fallback.hit(key, windowMs),
    );
  }

  override peek(key: string): Promise<Count | null> {
    return this.orFallback(
      async () => {
        const [hits, resetMs] = await Promise.all([
          this.redis.get(this.prefix + key),
          this.redis.pttl(this.prefix + key),
        ]);
        return hits === null || resetMs <= 0 ? null : { hits: Number(hits), resetMs };
      },
      () => this.fallback.peek(key),
    );
  }

  override async forget(key: string): Promise<void> {
    this.fallback.forget(key);
    await this.orFallback(
      async () => {
        await this.redis.del(this.prefix + key);
      },
      () => undefined,
    );
  }

  /** Ends the connection; called by the framework when the application closes. */
  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async orFallback<T>(ask: () => Promise<T>, instead: () => NowOrLater<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      this.complain(error);
      return await instead();
    }
  }

  private complain(error: unknown): void {
    const now = Date.now();
    if (now - this.complainedAt >= COMPLAIN_EVERY_MS) {
      this.complainedAt = now;
      this.logger.warn('Rate limits are counted per process: Redis cannot be reached', { err: error });
    }
  }
}
