import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { MailServer } from '../adapters/mail/index.js';
import { SecretBox } from '../common/crypto/secret-box.js';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { insertMissing } from '../database/insert-missing.js';
import { MailSetting, THE_MAIL_SETTING } from './mail-setting.entity.js';

/** Binds the sealed password to its place. */
export const MAIL_PASSWORD_CONTEXT = 'mail-setting:password';
const UNSET = { host: '', port: 587, security: 'starttls', username: '', sender: '' } as const;

/** What may be shown of the settings. */
export interface ShownMailSetting extends Pick<
  MailSetting,
  'host' | 'port' | 'security' | 'username' | 'sender'
> {
  readonly hasPassword: boolean;
}

/** What an administrator changes; what is absent stays. An empty password removes the stored one. */
export type MailSettingChange = Partial<Omit<ShownMailSetting, 'hasPassword'>> & {
  readonly password?: string;
};

/** Where mails go and whom they come from. */
export interface PostOffice {
  readonly server: MailServer;
  readonly sender: string;
}

/** Keeps the address of the mail server; its password is sealed and never shown. */
@Injectable()
export class MailSettingsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  async shown(manager: EntityManager = this.dataSource.manager): Promise<ShownMailSetting> {
    const row = await manager.findOneBy(MailSetting, { id: THE_MAIL_SETTING });
    const { host, port, security, username, sender } = row ?? UNSET;
    return { host, port, security, username, sender, hasPassword: (row?.sealedPassword ?? null) !== null };
  }

  async isConfigured(manager: EntityManager = this.dataSource.manager): Promise<boolean> {
    return (await this.shown(manager)).host !== '';
  }

  /** Null: no mails are sent. */
  async postOffice(): Promise<PostOffice | null> {
    const row = await this.dataSource.manager.findOneBy(MailSetting, { id: THE_MAIL_SETTING });
    if (row === null || row.host === '') {
      return null;
    }
    const { host, port, security, username, sealedPassword, sender } = row;
    const password =
      sealedPassword === null ? '' : this.secretBox.open(sealedPassword, MAIL_PASSWORD_CONTEXT);
    return {
      server: { host, port, security, login: username === '' ? null : { username, password } },
      sender,
    };
  }

  /**
   * A password belongs to the server it was given for: with another host, port or protection it must be given again,
   * so that nobody can have the stored one sent to a server of their own.
   */
  async change(change: MailSettingChange, manager: EntityManager): Promise<void> {
    const { password, ...fields } = change;
    const before = await this.shown(manager);
    const after = { ...before, ...fields };
    if (after.host !== '' && after.sender === '') {
      throw new InvalidInputError({ smtp_sender: ['Required together with a mail server.'] });
    }
    await insertMissing(manager, MailSetting, { id: THE_MAIL_SETTING });
    const isElsewhere =
      after.host !== before.host || after.port !== before.port || after.security !== before.security;
    await manager.update(
      MailSetting,
      { id: THE_MAIL_SETTING },
      { ...fields, ...this.passwordColumn(password, isElsewhere), modifiedTime: new Date() },
    );
  }

  private passwordColumn(
    password: string | undefined,
    isElsewhere: boolean,
  ): Partial<Pick<MailSetting, 'sealedPassword'>> {
    if (password !== undefined) {
      return {
        sealedPassword: password === '' ? null : this.secretBox.seal(password, MAIL_PASSWORD_CONTEXT),
      };
    }
    return isElsewhere ? { sealedPassword: null } : {};
  }
}
