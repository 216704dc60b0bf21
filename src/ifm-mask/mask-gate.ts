import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { refusalOf, type AccessPolicy } from '../auth/access-policy.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { AccessTokenVerifier } from '../auth/jwt/access-token-verifier.js';
import { after, type NowOrLater } from '../common/async/now-or-later.js';
import { RateLimiterService, type RateState } from '../auth/rate-limit/rate-limiter.service.js';
import { DomainError } from '../common/errors/domain-error.js';
import { HostCheck } from '../installation/host-check.js';
import { LicenseState } from '../license/license-state.js';

const BEARER = /^bearer ([^\s]+)$/i;

/** Asks the services that stand before every other route whether a request may be answered ahead of the framework. */
@Injectable()
export class MaskGate {
  constructor(
    private readonly tokens: AccessTokenVerifier,
    private readonly hosts: HostCheck,
    private readonly limiter: RateLimiterService,
    private readonly license: LicenseState,
  ) {}

  /**
   * Counts the request of a caller who may mask; null: somebody may not, or not under this host. Nothing was counted
   * then, and the framework refuses it like any other request.
   */
  admit(request: IncomingMessage, policy: AccessPolicy): NowOrLater<RateState | null> {
    return after(this.userOf(request.headers.authorization ?? ''), (user) =>
      user === null || refusalOf(policy, user) !== null || this.license.refusal() !== null
        ? null
        : after(this.hosts.allows(request.headers.host), (isAllowed) =>
            isAllowed ? this.limiter.take(user, '') : null,
          ),
    );
  }

  private userOf(header: string): NowOrLater<AuthenticatedUser | null> {
    const token = BEARER.exec(header)?.[1];
    return token === undefined ? null : (this.tokens.ready(token) ?? this.verified(token));
  }

  /** Null: the framework says what is wrong with the token. */
  private async verified(token: string): Promise<AuthenticatedUser | null> {
    try {
      return await this.tokens.verify(token);
    } catch (error) {
      if (error instanceof DomainError) {
        return null;
      }
      throw error;
    }
  }
}
