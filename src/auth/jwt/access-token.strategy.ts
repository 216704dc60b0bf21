import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { NotAuthenticatedError } from '../../common/errors/domain-error.js';
import type { AuthenticatedUser } from '../authenticated-user.js';
import { ALGORITHM, AUDIENCE, ISSUER } from './access-token-claims.js';
import { AccessTokenVerifier } from './access-token-verifier.js';

const tokenOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/** The verifier of access tokens, as the framework of guards knows it. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, 'access-token') {
  constructor(private readonly verifier: AccessTokenVerifier) {
    super({
      jwtFromRequest: tokenOf,
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      passReqToCallback: true,
      secretOrKeyProvider: (_request, token, done) => {
        const key = typeof token === 'string' ? verifier.keyOf(token) : null;
        if (key === null) {
          done(new Error('The token was signed by another key.'));
        } else {
          done(null, key.bytes);
        }
      },
    });
  }

  /** Called once the signature and the claims are verified. */
  validate(request: Request): Promise<AuthenticatedUser> {
    const token = tokenOf(request);
    if (token === null) {
      throw new NotAuthenticatedError('The access token is not valid.');
    }
    return this.verifier.verify(token);
  }
}
