import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { MailError, sendMail } from '../adapters/mail/index.js';
import { SecretBox } from '../common/crypto/secret-box.js';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { Logger } from '../common/logging/logger.js';
import { mailContext } from './mail-outbox.service.js';
import { MailSettingsService } from './mail-settings.service.js';
import { testMail } from './mail-texts.js';
import { OutgoingMail } from './outgoing-mail.entity.js';

/** With pauses of one, two, four … minutes: half an hour. A temporary password must not lie about for longer. */
const MAX_ATTEMPTS = 6;

/** Hands mails to the mail server. */
@Injectable()
export class MailDeliveryService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly settings: MailSettingsService,
    private readonly secretBox: SecretBox,
    private readonly logger: Logger,
  ) {}

  /** The job. A mail that is not due, or that another worker has just claimed, is left alone. */
  async send(mailId: string): Promise<void> {
    const mail = await this.claim(mailId);
    if (mail === null) {
      return;
    }
    const { recipient, subject, attempts } = mail;
    try {
      const office = await this.settings.postOffice();
      if (office === null) {
        throw new MailError('There is no mail server any more', false);
      }
      const text = this.secretBox.open(mail.sealedText, mailContext(mailId));
      await sendMail(office.server, { sender: office.sender, recipient, subject, text });
    } catch (err) {
      const isGivenUp = attempts >= MAX_ATTEMPTS || (err instanceof MailError && !err.isPassing);
      const fields = { err, mailId, recipient, subject, attempts };
      if (!isGivenUp) {
        this.logger.warn('A mail could not be sent and is tried again later', fields);
        return;
      }
      this.logger.error('A mail could not be sent and is given up', fields);
    }
    await this.dataSource.manager.delete(OutgoingMail, { id: mailId });
  }

  /** Sends a mail to the caller's own address at once; throws `InvalidInputError` that says why it cannot. */
  async test(userId: number): Promise<void> {
    const office = await this.settings.postOffice();
    if (office === null) {
      throw new InvalidInputError('There is no mail server: set smtp_host first.');
    }
    const [user] = await this.dataSource.query<{ email: string }[]>(
      'SELECT email FROM user_account WHERE id = $1',
      [userId],
    );
    try {
      await sendMail(office.server, { sender: office.sender, recipient: user?.email ?? '', ...testMail() });
    } catch (error) {
      throw error instanceof MailError ? new InvalidInputError(error.message) : error;
    }
  }

  /** Counted before the attempt: a mail that brings down its worker is given up as well. */
  private async claim(mailId: string): Promise<OutgoingMail | null> {
    const [rows]: [unknown[], number] = await this.dataSource.query(
      `UPDATE outgoing_mail SET attempts = attempts + 1,
         next_try_time = now() + interval '1 minute' * power(2, attempts)
       WHERE id = $1 AND next_try_time <= now() RETURNING id`,
      [mailId],
    );
    return rows.length === 0 ? null : this.dataSource.manager.findOneBy(OutgoingMail, { id: mailId });
  }
}
