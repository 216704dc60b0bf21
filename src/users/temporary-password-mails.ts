import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailOutboxService } from '../mail/mail-outbox.service.js';
import { temporaryPasswordMail } from '../mail/mail-texts.js';
import type { User } from './user.entity.js';

/** A temporary password, and whether the account was made with it. */
export interface GivenPassword {
  readonly password: string;
  readonly isNew: boolean;
}

/** Tells users by mail which temporary password they were given. */
@Injectable()
export class TemporaryPasswordMails {
  constructor(private readonly outbox: MailOutboxService) {}

  /** In the transaction that sets the password; gives what `send` wants after the commit. */
  post(user: User, given: GivenPassword, manager: EntityManager): Promise<readonly string[]> {
    const mail = temporaryPasswordMail({ username: user.username, ...given });
    return this.outbox.postToUser(user.id, mail, manager);
  }

  send(mailIds: readonly string[]): Promise<void> {
    return this.outbox.deliver(mailIds);
  }
}
