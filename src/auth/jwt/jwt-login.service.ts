import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { AuditService } from '../../audit/audit.service.js';
import { CONFIG, type Config } from '../../config/config.js';
import { CredentialsService, type Credentials } from '../../users/credentials.service.js';
import { RefreshTokensService } from '../../users/refresh-tokens.service.js';
import { assertNoSingleSignOn } from '../../users/token-users.service.js';
import type { JwtTokensResponse } from '../dto/jwt-login.dto.js';
import { ALGORITHM, AUDIENCE, ISSUER } from './access-token-claims.js';
import { SigningKeys } from './signing-keys.js';

/** Logs users in to the in-flight API, and keeps them logged in. */
@Injectable()
export class JwtLoginService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly credentials: CredentialsService,
    private readonly refreshTokens: RefreshTokensService,
    private readonly keys: SigningKeys,
    private readonly jwt: JwtService,
    private readonly audit: AuditService,
  ) {}

  async logIn(credentials: Credentials): Promise<JwtTokensResponse> {
    const user = await this.credentials.authenticate(credentials);
    assertNoSingleSignOn(user);
    const description = `User ${user.username} logged in for in-flight masking`;
    await this.audit.record({ user, category: 'auth', action: 'logged_in', description });
    return {
      access_token: await this.sign(user),
      refresh_token: await this.refreshTokens.issue(user),
    };
  }

  /** A new access token and a new refresh token for a refresh token, which is used up by that. */
  async refresh(token: string): Promise<JwtTokensResponse> {
    const { user, refreshToken } = await this.refreshTokens.exchange(token);
    return { access_token: await this.sign(user), refresh_token: refreshToken };
  }

  private sign({ id, credentialVersion }: { id: number; credentialVersion: number }): Promise<string> {
    const key = this.keys.current();
    return this.jwt.signAsync(
      { ver: credentialVersion },
      {
        secret: key.bytes,
        keyid: key.id,
        algorithm: ALGORITHM,
        issuer: ISSUER,
        audience: AUDIENCE,
        subject: String(id),
        expiresIn: this.config.tokens.jwtAccessS,
      },
    );
  }
}
