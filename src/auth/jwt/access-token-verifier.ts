import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { NotAuthenticatedError } from '../../common/errors/domain-error.js';
import { SizedCache } from '../../database/sized-cache.js';
import { TokenUsersService } from '../../users/token-users.service.js';
import type { AuthenticatedUser } from '../authenticated-user.js';
import { ALGORITHM, AUDIENCE, ISSUER, readClaims, type ReadClaims } from './access-token-claims.js';
import { SigningKeys, type SigningKey } from './signing-keys.js';

/** Verified tokens that are remembered: a signature is checked once, its time and its user each time. */
const BOUNDS = { maxEntries: 10_000, maxSize: 8 * 1024 * 1024 };
/** Longer ones are none of ours. */
const MAX_TOKEN = 4_096;

/**
 * Whom an access token belongs to: pinned algorithm, known key, issuer, audience, time, and that the user still may.
 * Asks the database only about users that it does not remember.
 */
@Injectable()
export class AccessTokenVerifier {
  private readonly verified = new SizedCache<ReadClaims>(BOUNDS);

  constructor(
    private readonly keys: SigningKeys,
    private readonly jwt: JwtService,
    private readonly users: TokenUsersService,
  ) {}

  /** Throws `NotAuthenticatedError` that says why, `NotAllowedError` where the user may not use the service at all. */
  async verify(token: string): Promise<AuthenticatedUser> {
    const claims = this.claimsOf(token);
    return this.users.userOfAccessToken(claims.userId, claims.version);
  }

  /** The same without waiting; undefined: ask `verify`, which also says what is wrong. For the hot path. */
  ready(token: string): AuthenticatedUser | undefined {
    const claims = this.verified.get(token);
    return claims === undefined || isOver(claims)
      ? undefined
      : this.users.readyUserOfAccessToken(claims.userId, claims.version);
  }

  /** The key that a token names in its header: not trusted, only looked up. */
  keyOf(token: string): SigningKey | null {
    const [header = ''] = token.split('.', 1);
    try {
      const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as { kid?: unknown };
      return typeof kid === 'string' ? this.keys.find(kid) : null;
    } catch {
      return null;
    }
  }

  private claimsOf(token: string): ReadClaims {
    const known = this.verified.get(token);
    if (known !== undefined) {
      if (isOver(known)) {
        this.verified.delete(token);
        throw expired();
      }
      return known;
    }
    const key = token.length > MAX_TOKEN ? null : this.keyOf(token);
    const claims = key === null ? null : readClaims(this.check(token, key));
    if (claims === null) {
      throw invalid();
    }
    this.verified.set(token, claims, token.length);
    return claims;
  }

  private check(token: string, key: SigningKey): object {
    try {
      return this.jwt.verify<object>(token, {
        secret: key.bytes,
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
      });
    } catch (error) {
      throw error instanceof Error && error.name === 'TokenExpiredError' ? expired() : invalid();
    }
  }
}

function isOver({ expiresAtS }: ReadClaims): boolean {
  return Date.now() >= expiresAtS * 1000;
}

function expired(): NotAuthenticatedError {
  return new NotAuthenticatedError('The access token has expired: log in again.');
}

function invalid(): NotAuthenticatedError {
  return new NotAuthenticatedError('The access token is not valid.');
}
