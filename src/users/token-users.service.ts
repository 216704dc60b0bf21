import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { NotAuthenticatedError } from '../common/errors/domain-error.js';
import { AccessTokensService } from './access-tokens.service.js';
import { toAuthenticatedUser } from './authenticated.js';
import { User } from './user.entity.js';

const DISABLED = 'This account is disabled.';

/** Turns what a request carries into the user it stands for. Every refusal is a `NotAuthenticatedError` that says why. */
@Injectable()
export class TokenUsersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly tokens: AccessTokensService,
  ) {}

  /** `token`: 40 hex characters. */
  async userOfToken(token: string): Promise<AuthenticatedUser> {
    const found = await this.tokens.find(token);
    switch (found.kind) {
      case 'unknown':
        throw new NotAuthenticatedError('The token is not valid: it is unknown or was revoked.');
      case 'expired':
        throw new NotAuthenticatedError('The token has expired: log in again.');
      case 'valid':
        if (!found.user.isActive) {
          throw new NotAuthenticatedError(DISABLED);
        }
        return toAuthenticatedUser(found.user, found.tokenKind);
    }
  }

  /** For access tokens, whose signature is checked already. `credentialVersion`: as it was when the token was signed. */
  async userOfAccessToken(id: number, credentialVersion: number): Promise<AuthenticatedUser> {
    const user = await this.dataSource.manager.findOneBy(User, { id });
    if (user?.credentialVersion !== credentialVersion) {
      throw new NotAuthenticatedError('The access token was revoked: log in again.');
    }
    if (!user.isActive) {
      throw new NotAuthenticatedError(DISABLED);
    }
    return toAuthenticatedUser(user, 'jwt');
  }
}
