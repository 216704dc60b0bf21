import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { SecretBox } from '../common/crypto/secret-box.js';
import { Logger } from '../common/logging/logger.js';
import { JobQueue } from '../queue/job-queue.js';
import { WorkRecovery } from '../queue/work-recovery.js';
import { MailSettingsService } from './mail-settings.service.js';
import { uncoveredColumnsMail, type MailText, type UncoveredColumns } from './mail-texts.js';
import { OutgoingMail } from './outgoing-mail.entity.js';

/** Binds a sealed text to its mail. */
export function mailContext(mailId: string): string {
  return `outgoing-mail:${mailId}`;
}

/**
 * Takes mails to send. They are stored inside the caller's transaction, so a mail goes out exactly for what was
 * committed, and a mail server that is away fails neither a request nor a run. Without a mail server nothing is stored.
 */
@Injectable()
export class MailOutboxService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly settings: MailSettingsService,
    private readonly secretBox: SecretBox,
    private readonly queue: JobQueue,
    private readonly recovery: WorkRecovery,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.recovery.register('mails', () => this.recover());
  }

  /** To one user, if active. Gives what `deliver` wants after the commit. */
  async postToUser(userId: number, mail: MailText, manager: EntityManager): Promise<readonly string[]> {
    return this.post('id = $1', [userId], mail, manager);
  }

  /** To everyone who subscribed to updates of schema discovery. */
  async postUncoveredColumns(found: UncoveredColumns, manager: EntityManager): Promise<readonly string[]> {
    return found.columns.length === 0
      ? []
      : this.post('is_subscribed_to_sdd_updates', [], uncoveredColumnsMail(found), manager);
  }

  /** Has a worker send them; call it after the commit. A lost wake-up is made good within a minute. */
  async deliver(mailIds: readonly string[]): Promise<void> {
    try {
      for (const mailId of mailIds) {
        await this.queue.enqueue('send-mail', { mailId }, { jobId: `send-mail-${mailId}` });
      }
    } catch (err) {
      this.logger.warn('Mails wait for the queue', { err, count: mailIds.length });
    }
  }

  /** Users are another domain's, but their addresses are all that is needed, in workers too. */
  private async post(
    whom: string,
    parameters: readonly unknown[],
    { subject, text }: MailText,
    manager: EntityManager,
  ): Promise<readonly string[]> {
    if (!(await this.settings.isConfigured(manager))) {
      return [];
    }
    const users: { email: string }[] = await manager.query(
      `SELECT email FROM user_account WHERE is_active AND email <> '' AND ${whom} ORDER BY id`,
      [...parameters],
    );
    const mails = users.map(({ email }) => {
      const id = randomUUID();
      return { id, recipient: email, subject, sealedText: this.secretBox.seal(text, mailContext(id)) };
    });
    await manager.insert(OutgoingMail, mails);
    return mails.map(({ id }) => id);
  }

  private async recover(): Promise<void> {
    const due: { id: string }[] = await this.dataSource.query(
      'SELECT id FROM outgoing_mail WHERE next_try_time <= now() ORDER BY next_try_time LIMIT 1000',
    );
    for (const { id } of due) {
      await this.queue.enqueue('send-mail', { mailId: id }, { jobId: `send-mail-${id}` });
    }
  }
}
