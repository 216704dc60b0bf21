import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RateLimitModule } from '../auth/rate-limit/rate-limit.module.js';
import { AccessToken } from './access-token.entity.js';
import { AccessTokensService } from './access-tokens.service.js';
import { BrowserSessionsController } from './browser-sessions.controller.js';
import { CredentialsService } from './credentials.service.js';
import { FirstAdminController } from './first-admin.controller.js';
import { FirstAdminService } from './first-admin.service.js';
import { OwnAccountController } from './own-account.controller.js';
import { OwnAccountService } from './own-account.service.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordHasher } from './password-hasher.js';
import { RefreshToken } from './refresh-token.entity.js';
import { RefreshTokensService } from './refresh-tokens.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { TemporaryPasswordMails } from './temporary-password-mails.js';
import { TokenUsersService } from './token-users.service.js';
import { User } from './user.entity.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([User, AccessToken, RefreshToken]), RateLimitModule],
  // The literal paths below `me` and `admin-install` come before the one with an id.
  controllers: [
    SessionsController,
    BrowserSessionsController,
    FirstAdminController,
    OwnAccountController,
    UsersController,
  ],
  providers: [
    AccessTokensService,
    CredentialsService,
    FirstAdminService,
    OwnAccountService,
    PasswordChangeService,
    PasswordHasher,
    RefreshTokensService,
    SessionsService,
    TemporaryPasswordMails,
    TokenUsersService,
    UsersService,
  ],
  exports: [CredentialsService, OwnAccountService, RefreshTokensService, TokenUsersService],
})
export class UsersModule {}
