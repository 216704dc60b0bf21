import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard } from './access.guard.js';
import { CallerResolverService } from './caller-resolver.service.js';
import { AccessTokenStrategy } from './jwt/access-token.strategy.js';
import { JwtController } from './jwt/jwt.controller.js';
import { JwtLoginService } from './jwt/jwt-login.service.js';
import { VerifyTokenController } from './jwt/verify-token.controller.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';

/** Who calls, and whether they may: for every route of the application. */
@Module({
  imports: [UsersModule, RateLimitModule, JwtModule.register({})],
  controllers: [JwtController, VerifyTokenController],
  providers: [
    AccessTokenStrategy,
    CallerResolverService,
    JwtLoginService,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
})
export class AuthModule {}
