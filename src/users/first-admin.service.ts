import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { NotAuthenticatedError } from '../common/errors/domain-error.js';
import { assertFields } from '../common/validation/assert-fields.js';
import { CONFIG, type Config, type LicenseMode } from '../config/config.js';
import { transaction } from '../database/transaction.js';
import { hostEntryProblem, hostNameOf, hostRules } from '../installation/host-rules.js';
import { InstallationService } from '../installation/installation.service.js';
import { AccessTokensService } from './access-tokens.service.js';
import { lockAdministrators } from './administrators.js';
import type { AdminInstallDto, AdminInstallResponse } from './dto/admin-install.dto.js';
import { toUserResponse } from './dto/user.response.js';
import { addUser } from './new-user.js';
import { PasswordHasher } from './password-hasher.js';
import { passwordProblem } from './password-policy.js';
import { User } from './user.entity.js';
import { usernameProblem } from './username.js';

/** Turns a fresh installation into one that has an administrator: once. */
@Injectable()
export class FirstAdminService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly hasher: PasswordHasher,
    private readonly tokens: AccessTokensService,
    private readonly installation: InstallationService,
    private readonly audit: AuditService,
  ) {}

  /** Throws `NotAuthenticatedError` as soon as any user exists; of many calls at once exactly one succeeds. */
  async install(dto: AdminInstallDto, calledHost: string | undefined): Promise<AdminInstallResponse> {
    // Asked first without a lock: who comes late learns nothing about the input and costs no password hash.
    await assertNoUser(this.dataSource.manager);
    assertFields(problemsOf(dto, this.config.licenseMode));
    const { username, email } = dto;
    const passwordHash = await this.hasher.hash(dto.password);
    const user = await transaction(this.dataSource, async (manager) => {
      await lockAdministrators(manager);
      await assertNoUser(manager);
      const fields = {
        username,
        email,
        passwordHash,
        roles: ['admin'] as const,
        hasTemporaryPassword: false,
      };
      const added = await addUser(fields, this.tokens, manager);
      const allowedHosts = [...new Set(dto.allowed_hosts)];
      await this.installation.install(
        { allowedHosts, contractLicenseType: dto.contract_license_type ?? null },
        manager,
      );
      const description = `Installed with the first administrator ${username}`;
      await this.audit.record(
        { user: added, category: 'installation', action: 'created', description },
        manager,
      );
      return added;
    });
    this.installation.forgetHosts();
    const apiTokens = await this.tokens.apiTokensOf([user.id]);
    const shown = toUserResponse(user, apiTokens.get(user.id) ?? null);
    return Object.assign(shown, { warnings: warningsOf(dto, calledHost) });
  }
}

async function assertNoUser(manager: EntityManager): Promise<void> {
  if (await manager.exists(User)) {
    throw new NotAuthenticatedError('Already installed: log in as an administrator to make more users.');
  }
}

function problemsOf(dto: AdminInstallDto, mode: LicenseMode): Record<string, string | null> {
  return {
    username: usernameProblem(dto.username),
    password: passwordProblem(dto.password, dto.username),
    re_password: dto.password === dto.re_password ? null : 'The two passwords differ.',
    allowed_hosts:
      dto.allowed_hosts.length === 0
        ? 'Name at least one host.'
        : (dto.allowed_hosts.map(hostEntryProblem).find((problem) => problem !== null) ?? null),
    aws_ec2_instance_id:
      mode === 'marketplace' && !dto.aws_ec2_instance_id ? 'Required for marketplace installations.' : null,
    contract_license_type:
      mode === 'cloud_contract' && !dto.contract_license_type
        ? 'Required for cloud contract installations.'
        : null,
  };
}

function warningsOf(dto: AdminInstallDto, calledHost: string | undefined): string[] {
  const warnings: string[] = [];
  const name = hostNameOf(calledHost);
  if (!hostRules(dto.allowed_hosts).allows(calledHost)) {
    warnings.push(
      `This request came for the host "${name}", which is not among allowed_hosts: requests under this name are refused from now on.`,
    );
  }
  if (dto.allowed_hosts.includes('*')) {
    warnings.push('allowed_hosts holds "*": requests under any host name are accepted.');
  }
  return warnings;
}
