import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import passport from 'passport';
import { NotAuthenticatedError } from '../common/errors/domain-error.js';
import { isManagement } from '../common/http/paths.js';
import { TokenUsersService } from '../users/token-users.service.js';
import type { AuthenticatedUser } from './authenticated-user.js';
import { readAuthorization } from './authorization-header.js';
import { assertOwnPage, readSessionCookie } from './session-cookie.js';
import { setCaller, type Caller } from './caller.js';
import { AccessTokenStrategy } from './jwt/access-token.strategy.js';

/** Works out, before everything else, who sends a request; whether they may is the guard's business. */
@Injectable()
export class CallerResolverService {
  constructor(
    private readonly users: TokenUsersService,
    private readonly accessTokens: AccessTokenStrategy,
  ) {}

  /** As middleware. A refused credential is remembered, not thrown: public routes do not mind it. */
  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    setCaller(request, await this.resolve(request, response));
    next();
  }

  private async resolve(request: Request, response: Response): Promise<Caller> {
    const header = readAuthorization(request.headers.authorization);
    try {
      switch (header.kind) {
        case 'none':
          return await this.bySession(request);
        case 'malformed':
          return { kind: 'refused', error: new NotAuthenticatedError(header.reason) };
        case 'token':
          return { kind: 'user', user: await this.users.userOfToken(header.token) };
        case 'bearer':
          return { kind: 'user', user: await this.byAccessToken(request, response) };
      }
    } catch (error) {
      return { kind: 'refused', error: error instanceof Error ? error : new Error('Authentication failed.') };
    }
  }

  /** Nobody without a cookie, or beyond the API that it is for; a header, if there is one, decides alone. */
  private async bySession(request: Request): Promise<Caller> {
    const token = readSessionCookie(request.headers.cookie);
    if (token === null || !isManagement(request.path)) {
      return { kind: 'anonymous' };
    }
    const user = await this.users.userOfToken(token, 'cookie');
    assertOwnPage(request);
    return { kind: 'user', user };
  }

  private byAccessToken(request: Request, response: Response): Promise<AuthenticatedUser> {
    return new Promise((resolve, reject) => {
      const answer = (error: Error | null, user: AuthenticatedUser | false | null, reason: unknown): void => {
        if (user) {
          resolve(user);
        } else {
          reject(error ?? refusalFor(reason));
        }
      };
      // Passport writes the request at hand into the strategy: one object for all would give callers to one another.
      const strategy = Object.create(this.accessTokens) as AccessTokenStrategy;
      const authenticate = passport.authenticate(strategy, { session: false }, answer) as (
        ...parameters: [Request, Response, NextFunction]
      ) => void;
      authenticate(request, response, reject as NextFunction);
    });
  }
}

function refusalFor(reason: unknown): NotAuthenticatedError {
  const isExpired = reason instanceof Error && reason.name === 'TokenExpiredError';
  return new NotAuthenticatedError(
    isExpired ? 'The access token has expired: log in again.' : 'The access token is not valid.',
  );
}
