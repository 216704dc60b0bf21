import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { LicenseModule } from '../license/license.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard } from './access.guard.js';
import { CallerResolverService } from './caller-resolver.service.js';
import { CONFIG, type Config } from '../config/config.js';
import { AccessTokenStrategy } from './jwt/access-token.strategy.js';
import { AccessTokenVerifier } from './jwt/access-token-verifier.js';
import { JwtController } from './jwt/jwt.controller.js';
import { JwtLoginService } from './jwt/jwt-login.service.js';
import { SigningKeys } from './jwt/signing-keys.js';
import { VerifyTokenController } from './jwt/verify-token.controller.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';

/** Who calls, and whether they may: for every route of the application. */
@Module({
  imports: [UsersModule, LicenseModule, RateLimitModule, JwtModule.register({})],
  controllers: [JwtController, VerifyTokenController],
  providers: [
    AccessTokenStrategy,
    AccessTokenVerifier,
    {
      provide: SigningKeys,
      inject: [CONFIG],
      useFactory: (config: Config): SigningKeys => new SigningKeys(config),
    },
    CallerResolverService,
    JwtLoginService,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [AccessTokenVerifier],
})
export class AuthModule {}
