import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { transaction } from '../database/transaction.js';
import { AccessTokensService } from './access-tokens.service.js';
import type { ApiTokenResponse, ProfileResponse, UpdateProfileDto } from './dto/own-account.dto.js';
import { toUserResponse, type UserResponse } from './dto/user.response.js';
import { User } from './user.entity.js';

/** What users see and set of themselves, and nobody else for them. */
@Injectable()
export class OwnAccountService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly tokens: AccessTokensService,
    private readonly audit: AuditService,
  ) {}

  async me(caller: AuthenticatedUser): Promise<UserResponse> {
    const user = await this.self(caller);
    return toUserResponse(user, (await this.apiToken(caller)).api_token);
  }

  async profile(caller: AuthenticatedUser): Promise<ProfileResponse> {
    return { git_directory_path: (await this.self(caller)).gitDirectoryPath };
  }

  async updateProfile(caller: AuthenticatedUser, dto: UpdateProfileDto): Promise<void> {
    if (typeof dto.git_directory_path === 'string') {
      const gitDirectoryPath = dto.git_directory_path;
      const description = `Changed the profile of user ${caller.username}: git_directory_path`;
      await transaction(this.dataSource, async (manager) => {
        await manager.update(User, { id: caller.id }, { gitDirectoryPath });
        await this.audit.record({ user: caller, category: 'user', action: 'modified', description }, manager);
      });
    }
  }

  async apiToken(caller: AuthenticatedUser): Promise<ApiTokenResponse> {
    const tokens = await this.tokens.apiTokensOf([caller.id]);
    return { api_token: tokens.get(caller.id) ?? '' };
  }

  /** A new API token; the old one stops working at once. */
  async renewApiToken(caller: AuthenticatedUser): Promise<ApiTokenResponse> {
    const token = await transaction(this.dataSource, async (manager) => {
      // Under the lock of the user's row two renewals at once follow one another.
      await manager.findOneOrFail(User, { where: { id: caller.id }, lock: { mode: 'pessimistic_write' } });
      const description = `Renewed the API token of user ${caller.username}`;
      await this.audit.record({ user: caller, category: 'user', action: 'modified', description }, manager);
      return this.tokens.issueApiToken(caller.id, manager);
    });
    return { api_token: token };
  }

  private self(caller: AuthenticatedUser): Promise<User> {
    return this.dataSource.manager.findOneByOrFail(User, { id: caller.id });
  }
}
