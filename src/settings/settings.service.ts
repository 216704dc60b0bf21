import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';

import { AuditService } from '../audit/audit.service.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { assertFields } from '../common/validation/assert-fields.js';
import { CONFIG, type Config } from '../config/config.js';
import { ChangeFeed } from '../database/change-feed.js';
import { insertMissing } from '../database/insert-missing.js';
import { transaction } from '../database/transaction.js';
import { hostEntryProblem, hostRules } from '../installation/host-rules.js';
import { InstallationService } from '../installation/installation.service.js';
import { MailSettingsService } from '../mail/mail-settings.service.js';
import { mailChangeOf, mailFields } from './mail-fields.js';
import type { SettingsResponse, UpdateSettingsDto } from './dto/settings.dto.js';
import { Settings, THE_SETTINGS } from './settings.entity.js';

/** What other parts ask of the settings. */
export type CurrentSettings = Pick<
  Settings,
  'locality' | 'aiEngineUrl' | 'customKeywords' | 'ignoredKeywords' | 'auditRetentionDays'
>;

/** Adapts what rests on the locality, inside the transaction that changes it; what it gives is called after the commit. */
export type LocalityListener = (manager: EntityManager) => Promise<() => Promise<void>>;

/** Keeps what administrators set for the whole installation. */
@Injectable()
export class SettingsService {
  private readonly localityListeners: LocalityListener[] = [];

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly installation: InstallationService,
    private readonly mail: MailSettingsService,
    private readonly audit: AuditService,
    private readonly feed: ChangeFeed,
  ) {}

  /** Called once, at module init. */
  onLocalityChange(listener: LocalityListener): void {
    this.localityListeners.push(listener);
  }

  /** As set last by any process; `aiEngineUrl` falls back to the one of the environment. */
  async current(manager: EntityManager = this.dataSource.manager): Promise<CurrentSettings> {
    const row = await manager.findOneBy(Settings, { id: THE_SETTINGS });
    return {
      locality: row?.locality ?? 'US',
      aiEngineUrl: row?.aiEngineUrl ?? this.config.aiEngineUrl,
      customKeywords: row?.customKeywords ?? [],
      ignoredKeywords: row?.ignoredKeywords ?? [],
      auditRetentionDays: row?.auditRetentionDays ?? null,
    };
  }

  async show(): Promise<SettingsResponse> {
    const { locality, aiEngineUrl, customKeywords, ignoredKeywords, auditRetentionDays } =
      await this.current();
    const shown = {
      locality,
      dm_ai_engine_url: aiEngineUrl ?? '',
      global_custom_keywords: customKeywords,
      global_ignored_keywords: ignoredKeywords,
      audit_log_retention_days: auditRetentionDays ?? 0,
      allowed_hosts: [...(await this.installation.allowedHosts())],
    };
    return Object.assign(shown, mailFields(await this.mail.shown()));
  }

  /** Changes what is given. `calledHost` must stay allowed: nobody locks themselves out. */
  async update(
    user: AuthenticatedUser,
    dto: UpdateSettingsDto,
    calledHost: string | undefined,
  ): Promise<SettingsResponse> {
    assertHosts(dto.allowed_hosts ?? null, calledHost);
    const columns = columnsOf(dto);
    const names = Object.entries(dto).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [name],
    );
    const afterCommit = await transaction(this.dataSource, async (manager) => {
      const adapted = await this.store(columns, manager);
      const mail = mailChangeOf(dto);
      if (mail !== null) {
        await this.mail.change(mail, manager);
      }
      if (dto.allowed_hosts) {
        await this.installation.allowHosts(dto.allowed_hosts, manager);
      }
      if (names.length > 0) {
        const description = `Changed settings: ${names.join(', ')}`;
        await this.audit.record({ user, category: 'settings', action: 'modified', description }, manager);
      }
      return adapted;
    });
    this.installation.forgetHosts();
    for (const follow of afterCommit) {
      await follow();
    }
    return this.show();
  }

  /** Gives what is to be called after the commit. */
  private async store(
    columns: Partial<CurrentSettings>,
    manager: EntityManager,
  ): Promise<(() => Promise<void>)[]> {
    const { locality } = await this.current(manager);
    await insertMissing(manager, Settings, { id: THE_SETTINGS });
    if (Object.keys(columns).length > 0) {
      await manager.update(Settings, { id: THE_SETTINGS }, columns);
      await this.feed.announce(manager, 'plan-source', 'settings');
    }
    const followers: (() => Promise<void>)[] = [];
    if (columns.locality !== undefined && columns.locality !== locality) {
      for (const listener of this.localityListeners) {
        followers.push(await listener(manager));
      }
    }
    return followers;
  }
}

function columnsOf(dto: UpdateSettingsDto): Partial<CurrentSettings> {
  return {
    ...(dto.locality ? { locality: dto.locality } : {}),
    ...(typeof dto.dm_ai_engine_url === 'string' ? { aiEngineUrl: dto.dm_ai_engine_url || null } : {}),
    ...(dto.global_custom_keywords ? { customKeywords: distinct(dto.global_custom_keywords) } : {}),
    ...(typeof dto.audit_log_retention_days === 'number'
      ? { auditRetentionDays: dto.audit_log_retention_days || null }
      : {}),
    ...(dto.global_ignored_keywords ? { ignoredKeywords: distinct(dto.global_ignored_keywords) } : {}),
  };
}

/** Keywords as compared: without blanks around them, none empty, none twice. */
function distinct(keywords: readonly string[]): string[] {
  return [...new Set(keywords.map((keyword) => keyword.trim()).filter((keyword) => keyword !== ''))];
}

function assertHosts(hosts: readonly string[] | null, calledHost: string | undefined): void {
  if (hosts === null) {
    return;
  }
  assertFields({
    allowed_hosts:
      hosts.length === 0
        ? 'Name at least one host.'
        : (hosts.map(hostEntryProblem).find((problem) => problem !== null) ?? null),
  });
  if (!hostRules(hosts).allows(calledHost)) {
    throw new InvalidInputError({
      allowed_hosts: [
        'The host that this request was sent to must stay among them, or you lock yourself out.',
      ],
    });
  }
}
