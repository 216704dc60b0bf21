import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { AccessTokensService } from './access-tokens.service.js';
import { CredentialsService } from './credentials.service.js';
import type { LoginDto, LoginResponse } from './dto/login.dto.js';
import { toUserResponse, type UserResponse } from './dto/user.response.js';

/** Logins and logouts. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly tokens: AccessTokensService,
    private readonly audit: AuditService,
  ) {}

  /** A new user token; those of earlier logins stay valid. */
  async logIn(dto: LoginDto, address: string): Promise<LoginResponse> {
    const user = await this.credentials.authenticate({
      username: dto.username,
      password: dto.password,
      address,
    });
    const key = await this.tokens.issueUserToken(user.id);
    const apiTokens = await this.tokens.apiTokensOf([user.id]);
    const description = `User ${user.username} logged in`;
    await this.audit.record({ user, category: 'auth', action: 'logged_in', description });
    return Object.assign(toUserResponse(user, apiTokens.get(user.id) ?? null), { key });
  }

  /** The same for a browser: the token is for its cookie. `former`: the session it came with, which ends. */
  async logInBrowser(
    dto: LoginDto,
    address: string,
    former: string | null,
  ): Promise<{ token: string; shown: UserResponse }> {
    const { username, password } = dto;
    const user = await this.credentials.authenticate({ username, password, address });
    if (former !== null) {
      await this.tokens.revokeSession(former);
    }
    const token = await this.tokens.issueSession(user.id);
    const apiTokens = await this.tokens.apiTokensOf([user.id]);
    const description = `User ${user.username} logged in with a browser`;
    await this.audit.record({ user, category: 'auth', action: 'logged_in', description });
    return { token, shown: toUserResponse(user, apiTokens.get(user.id) ?? null) };
  }

  /** Ends the login the request came with, and no other. */
  async logOut(user: AuthenticatedUser, token: string): Promise<void> {
    await this.tokens.revoke(token);
    const description = `User ${user.username} logged out`;
    await this.audit.record({ user, category: 'auth', action: 'logged_out', description });
  }
}
