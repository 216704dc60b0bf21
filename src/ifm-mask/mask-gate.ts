import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { refusalOf, type AccessPolicy } from '../auth/access-policy.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { AccessTokenVerifier } from '../auth/jwt/access-token-verifier.js';
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
  async admit(request: IncomingMessage, policy: AccessPolicy): Promise<RateState | null> {
    const user = await this.userOf(request.headers.authorization ?? '');
    if (user === null || refusalOf(policy, user) !== null || this.license.refusal() !== null) {
      return null;
    }
    return (await this.hosts.allows(request.headers.host)) ? this.limiter.take(user, '') : null;
  }

  /** Null: the framework says what is wrong with the token. */
  private async userOf(header: string): Promise<AuthenticatedUser | null> {
    const token = BEARER.exec(header)?.[1];
    if (token === undefined) {
      return null;
    }
    try {
      return this.tokens.ready(token) ?? (await this.tokens.verify(token));
    } catch (error) {
      if (error instanceof DomainError) {
        return null;
      }
      throw error;
    }
  }
}
