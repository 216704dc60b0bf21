import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { NotAllowedError, NotAuthenticatedError } from '../common/errors/domain-error.js';
import { ChangeFeed } from '../database/change-feed.js';
import { Remembered } from '../database/remembered.js';
import { AccessTokensService, type TokenCarrier } from './access-tokens.service.js';
import { toAuthenticatedUser } from './authenticated.js';
import { User } from './user.entity.js';

const DISABLED = 'This account is disabled.';
const BOUNDS = { maxEntries: 10_000, maxSize: 10_000 };

/** A user as access tokens know them. */
interface TokenUser {
  readonly user: AuthenticatedUser;
  readonly version: number;
  readonly isActive: boolean;
  readonly usesSingleSignOn: boolean;
}

/** Turns what a request carries into the user it stands for. Every refusal is a `NotAuthenticatedError` that says why. */
@Injectable()
export class TokenUsersService {
  private readonly remembered: Remembered<TokenUser>;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly tokens: AccessTokensService,
    private readonly feed: ChangeFeed,
  ) {
    this.remembered = new Remembered(feed, {
      topic: 'user',
      bounds: BOUNDS,
      load: (id) => this.load(Number(id)),
      isPresent: () => Promise.resolve(false),
    });
  }

  /** `token`: 40 hex characters. */
  async userOfToken(token: string, carrier: TokenCarrier = 'header'): Promise<AuthenticatedUser> {
    const found = await this.tokens.find(token, carrier);
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
    const found = await this.remembered.get(String(id));
    if (found?.isActive === false) {
      throw new NotAuthenticatedError(DISABLED);
    }
    if (found?.version !== credentialVersion) {
      throw new NotAuthenticatedError('The access token was revoked: log in again.');
    }
    assertNoSingleSignOn(found);
    return found.user;
  }

  /** The same without waiting; undefined: ask `userOfAccessToken`, which also says what is wrong. */
  readyUserOfAccessToken(id: number, credentialVersion: number): AuthenticatedUser | undefined {
    const found = this.remembered.ready(String(id));
    return found?.version === credentialVersion && found.isActive && !found.usesSingleSignOn
      ? found.user
      : undefined;
  }

  /** Inside the transaction of a change: other processes hear of it with the commit. */
  announce(id: number, manager: EntityManager): Promise<void> {
    return this.feed.announce(manager, 'user', String(id));
  }

  /** Called after the commit of a change. */
  forget(id: number): void {
    this.remembered.forget(String(id));
  }

  private async load(id: number): Promise<{ value: TokenUser; size: number } | null> {
    const user = await this.dataSource.manager.findOneBy(User, { id });
    if (user === null) {
      return null;
    }
    const { credentialVersion, isActive, usesSingleSignOn } = user;
    const value = {
      user: toAuthenticatedUser(user, 'jwt'),
      version: credentialVersion,
      isActive,
      usesSingleSignOn,
    };
    return { value, size: 1 };
  }
}

/** The in-flight service knows users by their password only. */
export function assertNoSingleSignOn(user: Pick<User, 'usesSingleSignOn'>): void {
  if (user.usesSingleSignOn) {
    throw new NotAllowedError('Users of single sign-on cannot use in-flight masking.');
  }
}
