import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, type DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { NotAuthenticatedError } from '../common/errors/domain-error.js';
import { CONFIG, type Config } from '../config/config.js';
import { transaction } from '../database/transaction.js';
import { RefreshToken } from './refresh-token.entity.js';
import { hashOf } from './token-hash.js';
import { assertNoSingleSignOn } from './token-users.service.js';
import type { User } from './user.entity.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A refresh token that was exchanged: its user, and its successor. */
export interface Exchange {
  readonly user: User;
  readonly refreshToken: string;
}

/**
 * Issues and exchanges refresh tokens. Each is good for one exchange: who comes with a used one has copied it, or it
 * was copied from them, so all that stem from the same login end.
 */
@Injectable()
export class RefreshTokensService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly audit: AuditService,
  ) {}

  /** The first of a new family; the user's expired ones are cleared away. */
  async issue(user: User): Promise<string> {
    const { manager } = this.dataSource;
    await manager.delete(RefreshToken, { userId: user.id, expiresTime: LessThan(new Date()) });
    return this.add(manager, { user, family: randomUUID() });
  }

  /** Throws `NotAuthenticatedError`, `NotAllowedError`. Of two exchanges of one token at once, one succeeds. */
  async exchange(token: string): Promise<Exchange> {
    // What is found out about a stolen token must be kept although the request is refused.
    const outcome = await transaction(this.dataSource, async (manager) => {
      const found = TOKEN.test(token) ? await this.hold(manager, token) : null;
      const refusal = refusalOf(found);
      if (found === null || refusal !== null) {
        await this.endFamily(manager, found);
        return new NotAuthenticatedError(refusal ?? 'The refresh token is not valid.');
      }
      assertNoSingleSignOn(found.user);
      await manager.update(RefreshToken, { tokenHash: found.tokenHash }, { usedTime: new Date() });
      return { user: found.user, refreshToken: await this.add(manager, found) };
    });
    if (outcome instanceof Error) {
      throw outcome;
    }
    return outcome;
  }

  private async hold(manager: EntityManager, token: string): Promise<RefreshToken | null> {
    const lock = { mode: 'pessimistic_write' as const, tables: ['refresh_token'] };
    return manager
      .createQueryBuilder(RefreshToken, 'refresh_token')
      .innerJoinAndSelect('refresh_token.user', 'user')
      .where({ tokenHash: hashOf(token) })
      .setLock(lock.mode, undefined, lock.tables)
      .getOne();
  }

  private async endFamily(manager: EntityManager, found: RefreshToken | null): Promise<void> {
    if (found === null) {
      return;
    }
    await manager.delete(RefreshToken, { family: found.family });
    if (found.usedTime !== null) {
      const { user } = found;
      const description = `A refresh token of user ${user.username} was used twice: its login was ended`;
      await this.audit.record({ user, category: 'auth', action: 'login_failed', description }, manager);
    }
  }

  private async add(
    manager: EntityManager,
    { user, family }: Pick<RefreshToken, 'user' | 'family'>,
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await manager.insert(RefreshToken, {
      ...{ tokenHash: hashOf(token), family, userId: user.id, credentialVersion: user.credentialVersion },
      expiresTime: new Date(Date.now() + this.config.tokens.jwtRefreshS * 1000),
    });
    return token;
  }
}

/** Why a refresh token opens nothing; null: it does. */
function refusalOf(found: RefreshToken | null): string | null {
  if (found === null) {
    return 'The refresh token is not valid: it is unknown or was revoked. Log in again.';
  }
  if (found.usedTime !== null) {
    return 'The refresh token was used before: for safety this login has ended. Log in again.';
  }
  if (found.expiresTime.getTime() <= Date.now()) {
    return 'The refresh token has expired: log in again.';
  }
  if (!found.user.isActive) {
    return 'This account is disabled.';
  }
  return found.credentialVersion === found.user.credentialVersion
    ? null
    : 'The refresh token was revoked: log in again.';
}
