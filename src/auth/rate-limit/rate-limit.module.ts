import { Module } from '@nestjs/common';
import { Logger } from '../../common/logging/logger.js';
import { CONFIG, type Config } from '../../config/config.js';
import { InstallationService } from '../../installation/installation.service.js';
import { LoginLimiterService } from './login-limiter.service.js';
import { MemoryRateCounter } from './memory-rate-counter.js';
import { RateCounter } from './rate-counter.js';
import { RateLimiterService } from './rate-limiter.service.js';
import { RedisRateCounter } from './redis-rate-counter.js';

/** Limits on requests and on wrong passwords, counted together by all processes when Redis is there. */
@Module({
  providers: [
    {
      provide: RateCounter,
      inject: [CONFIG, Logger, InstallationService],
      useFactory: async (
        config: Config,
        logger: Logger,
        installation: InstallationService,
      ): Promise<RateCounter> =>
        config.redis.url === null
          ? new MemoryRateCounter()
          : new RedisRateCounter(config.redis.url, await installation.installationId(), logger),
    },
    RateLimiterService,
    LoginLimiterService,
  ],
  exports: [RateLimiterService, LoginLimiterService],
})
export class RateLimitModule {}
