import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, LessThan, Not, type DataSource, type EntityManager } from 'typeorm';
import { SecretBox } from '../common/crypto/secret-box.js';
import { CONFIG, type Config } from '../config/config.js';
import { AccessToken } from './access-token.entity.js';
import { hashOf } from './token-hash.js';
import type { User } from './user.entity.js';

const TOKEN_BYTES = 20;
const HOUR_MS = 3_600_000;
/** A session of a browser ends after so long without a request. */
export const SESSION_IDLE_MS = HOUR_MS;
/** Written down at most this often: a page sends many requests. */
const SESSION_STEP_MS = 60_000;
/** Tokens of logins, in contrast to the lasting one. */
const LOGINS = In(['user', 'session'] as const);

/** How a token was sent. Each kind opens in its own way only: what a browser sends by itself is never a header. */
export type TokenCarrier = 'header' | 'cookie';

/** A token that opens nothing any more, or never did; `expired` only for tokens that once were valid. */
export type TokenLookup =
  | { readonly kind: 'valid'; readonly user: User; readonly tokenKind: 'user' | 'api' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' };

/** Issues, finds and revokes the tokens of the management API: 160 random bits, 40 hex characters. */
@Injectable()
export class AccessTokensService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly secretBox: SecretBox,
  ) {}

  /** A new user token; earlier ones stay valid, expired ones are cleared away. */
  async issueUserToken(userId: number): Promise<string> {
    const { manager } = this.dataSource;
    const now = Date.now();
    await manager.delete(AccessToken, { userId, kind: LOGINS, expiresTime: LessThan(new Date(now)) });
    const token = randomToken();
    const expiresTime = new Date(now + this.config.tokens.userTokenHours * HOUR_MS);
    await manager.insert(AccessToken, { tokenHash: hashOf(token), kind: 'user', userId, expiresTime });
    return token;
  }

  /** A new token for the cookie of a browser, never one that the browser had before. */
  async issueSession(userId: number): Promise<string> {
    const { manager } = this.dataSource;
    const now = Date.now();
    await manager.delete(AccessToken, { userId, kind: LOGINS, expiresTime: LessThan(new Date(now)) });
    const token = randomToken();
    const expiresTime = new Date(now + SESSION_IDLE_MS);
    await manager.insert(AccessToken, { tokenHash: hashOf(token), kind: 'session', userId, expiresTime });
    return token;
  }

  /** A new API token in place of the old one, which stops working. */
  async issueApiToken(userId: number, manager: EntityManager): Promise<string> {
    await manager.delete(AccessToken, { userId, kind: 'api' });
    const token = randomToken();
    const sealedToken = this.secretBox.seal(token, apiTokenContext(userId));
    await manager.insert(AccessToken, { tokenHash: hashOf(token), kind: 'api', userId, sealedToken });
    return token;
  }

  /** API tokens by user id, opened for their owners' or an administrator's eyes. */
  async apiTokensOf(userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.dataSource.manager.findBy(AccessToken, { userId: In([...userIds]), kind: 'api' });
    return new Map(
      rows.flatMap(({ userId, sealedToken }) =>
        sealedToken === null
          ? []
          : [[userId, this.secretBox.open(sealedToken, apiTokenContext(userId))] as const],
      ),
    );
  }

  /** Whom a token of this form belongs to. The database compares hashes, so time tells nothing about the token. */
  async find(token: string, carrier: TokenCarrier): Promise<TokenLookup> {
    const row = await this.dataSource.manager.findOne(AccessToken, {
      where: { tokenHash: hashOf(token) },
      relations: { user: true },
    });
    if (row === null || (row.kind === 'session') !== (carrier === 'cookie')) {
      return { kind: 'unknown' };
    }
    if (row.expiresTime !== null && row.expiresTime.getTime() <= Date.now()) {
      return { kind: 'expired' };
    }
    if (row.kind === 'session') {
      await this.keepAlive(row);
    }
    return { kind: 'valid', user: row.user, tokenKind: row.kind === 'api' ? 'api' : 'user' };
  }

  /** Ends one user token. */
  async revoke(token: string): Promise<void> {
    await this.dataSource.manager.delete(AccessToken, { tokenHash: hashOf(token) });
  }

  /** Ends the session of a cookie, if it is one. */
  async revokeSession(token: string): Promise<void> {
    await this.dataSource.manager.delete(AccessToken, { tokenHash: hashOf(token), kind: 'session' });
  }

  /** Ends all logins of a user but, if given, one. The API token stays. */
  async revokeLogins(userId: number, manager: EntityManager, except?: string): Promise<void> {
    await manager.delete(AccessToken, {
      userId,
      kind: LOGINS,
      ...(except === undefined ? {} : { tokenHash: Not(hashOf(except)) }),
    });
  }

  /** However busy, a session lives no longer than any other login. */
  private async keepAlive({ tokenHash, createdTime, expiresTime }: AccessToken): Promise<void> {
    const latest = createdTime.getTime() + this.config.tokens.userTokenHours * HOUR_MS;
    const next = Math.min(Date.now() + SESSION_IDLE_MS, latest);
    if (expiresTime !== null && next - expiresTime.getTime() >= SESSION_STEP_MS) {
      await this.dataSource.manager.update(AccessToken, { tokenHash }, { expiresTime: new Date(next) });
    }
  }
}

function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

/** Binds a sealed API token to its user. */
export function apiTokenContext(userId: number): string {
  return `access-token:api:${userId}`;
}
