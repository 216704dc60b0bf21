import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { AuditService } from '../../audit/audit.service.js';
import { CONFIG, type Config } from '../../config/config.js';
import { CredentialsService, type Credentials } from '../../users/credentials.service.js';
import type { JwtLoginResponse } from '../dto/jwt-login.dto.js';
import { ALGORITHM, AUDIENCE, ISSUER } from './access-token-claims.js';
import { signingKey } from './signing-key.js';

/** Logs users in to the in-flight API. */
@Injectable()
export class JwtLoginService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly credentials: CredentialsService,
    private readonly jwt: JwtService,
    private readonly audit: AuditService,
  ) {}

  async logIn(credentials: Credentials): Promise<JwtLoginResponse> {
    const user = await this.credentials.authenticate(credentials);
    const key = signingKey(this.config);
    const accessToken = await this.jwt.signAsync(
      { ver: user.credentialVersion },
      {
        secret: key.bytes,
        keyid: key.id,
        algorithm: ALGORITHM,
        issuer: ISSUER,
        audience: AUDIENCE,
        subject: String(user.id),
        expiresIn: this.config.tokens.jwtAccessS,
      },
    );
    const description = `User ${user.username} logged in for in-flight masking`;
    await this.audit.record({ user, category: 'auth', action: 'logged_in', description });
    return { access_token: accessToken };
  }
}
