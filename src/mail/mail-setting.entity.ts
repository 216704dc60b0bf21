import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MailSecurity } from '../adapters/mail/index.js';
import { BaseEntity } from '../database/base.entity.js';

/** The one row's key: a second row cannot exist. */
export const THE_MAIL_SETTING = 1;

/** Which server takes the installation's mails; no row or no host: none are sent. */
@Entity('mail_setting')
export class MailSetting extends BaseEntity {
  @PrimaryColumn('smallint')
  id: number;

  @Column('text', { default: '' })
  host: string;

  @Column('integer', { default: 587 })
  port: number;

  @Column('text', { default: 'starttls' })
  security: MailSecurity;

  /** Empty: no login. */
  @Column('text', { default: '' })
  username: string;

  @Column('text', { nullable: true })
  sealedPassword: string | null;

  /** The address that mails come from. */
  @Column('text', { default: '' })
  sender: string;
}
