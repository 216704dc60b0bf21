import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { NotAuthenticatedError } from '../../common/errors/domain-error.js';
import { CONFIG, type Config } from '../../config/config.js';
import { TokenUsersService } from '../../users/token-users.service.js';
import type { AuthenticatedUser } from '../authenticated-user.js';
import { ALGORITHM, AUDIENCE, ISSUER, readClaims } from './access-token-claims.js';
import { signingKey, type SigningKey } from './signing-key.js';

/** Verifies in-flight access tokens: pinned algorithm, known key, issuer, audience, time, and that the user still may. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, 'access-token') {
  constructor(
    @Inject(CONFIG) config: Config,
    private readonly users: TokenUsersService,
  ) {
    const key = signingKey(config);
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      secretOrKeyProvider: (_request, token, done) => {
        if (keyIdOf(token) === key.id) {
          done(null, key.bytes);
        } else {
          done(new Error('The token was signed by another key.'));
        }
      },
    });
  }

  /** Called once the signature and the claims are verified. */
  validate(payload: unknown): Promise<AuthenticatedUser> {
    const claims = readClaims(payload);
    if (claims === null) {
      throw new NotAuthenticatedError('The access token is not valid.');
    }
    return this.users.userOfAccessToken(claims.userId, claims.version);
  }
}

/** The key id that a token names in its header; not trusted, only compared. */
function keyIdOf(token: unknown): SigningKey['id'] | null {
  const [header = ''] = typeof token === 'string' ? token.split('.', 1) : [];
  try {
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as {
      readonly kid?: unknown;
    };
    return typeof kid === 'string' ? kid : null;
  } catch {
    return null;
  }
}
