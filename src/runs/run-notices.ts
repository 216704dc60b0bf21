import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { transaction } from '../database/transaction.js';
import { MailOutboxService } from '../mail/mail-outbox.service.js';
import { runResultMail } from '../mail/mail-texts.js';
import { Run } from './run.entity.js';

/** Tells by mail how a run ended, where whoever started it wished to know. */
@Injectable()
export class RunNotices {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly outbox: MailOutboxService,
  ) {}

  /** In the transaction that ends the run; gives what `send` wants after the commit. */
  async post(runId: number, manager: EntityManager): Promise<readonly string[]> {
    const run = await manager.findOneBy(Run, { id: runId, isSubscribed: true });
    if (run === null) {
      return [];
    }
    const [last]: { message: string }[] = await manager.query(
      'SELECT message FROM run_log WHERE run_id = $1 ORDER BY id DESC LIMIT 1',
      [runId],
    );
    const { id, name, status, rulesetName, connectionName, startedBy } = run;
    const mail = runResultMail({
      ...{ id, name, status, rulesetName, connectionName },
      summary: last?.message ?? '',
    });
    return this.outbox.postToUser(startedBy, mail, manager);
  }

  send(mailIds: readonly string[]): Promise<void> {
    return this.outbox.deliver(mailIds);
  }

  /** Both, in a transaction of its own. */
  async postAndSend(runId: number): Promise<void> {
    await this.send(await transaction(this.dataSource, (manager) => this.post(runId, manager)));
  }
}
