import type { MailSettingChange, ShownMailSetting } from '../mail/mail-settings.service.js';
import type { MailFields, UpdateMailFields } from './dto/mail.dto.js';

/** The mail server as shown on the wire. */
export function mailFields(setting: ShownMailSetting): MailFields {
  return {
    smtp_host: setting.host,
    smtp_port: setting.port,
    smtp_security: setting.security,
    smtp_username: setting.username,
    smtp_has_password: setting.hasPassword,
    smtp_sender: setting.sender,
  };
}

/** What a request changes of the mail server; null: nothing. */
export function mailChangeOf(dto: UpdateMailFields): MailSettingChange | null {
  const given = {
    host: dto.smtp_host,
    port: dto.smtp_port,
    security: dto.smtp_security,
    username: dto.smtp_username,
    password: dto.smtp_password,
    sender: dto.smtp_sender,
  };
  const change = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return change.length === 0 ? null : Object.fromEntries(change);
}
