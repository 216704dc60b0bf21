import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Logger } from '../common/logging/logger.js';
import { transaction } from '../database/transaction.js';
import { WorkRecovery } from '../queue/work-recovery.js';
import { AuditService } from './audit.service.js';

/** Entries removed in one statement: the log may hold years. */
const BATCH = 10_000;

/** Removes the entries that are older than the settings want them kept, day by day; by default none. */
@Injectable()
export class AuditRetentionService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly recovery: WorkRecovery,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.recovery.register('old audit entries', () => this.remove());
  }

  /** That entries were removed is an entry of its own. The database refuses to remove any other. */
  private async remove(): Promise<void> {
    const removed = await transaction(this.dataSource, async (manager) => {
      const [, count]: [unknown, number] = await manager.query(
        `DELETE FROM audit_log WHERE id IN (
           SELECT audit_log.id FROM audit_log, settings
           WHERE timestamp < date_trunc('day', now() - make_interval(days => audit_retention_days))
           ORDER BY audit_log.id LIMIT $1)`,
        [BATCH],
      );
      if (count > 0) {
        const description = `Removed ${count} entries that were older than the settings keep them`;
        const user = { username: 'system' };
        await this.audit.record({ user, category: 'audit_log', action: 'deleted', description }, manager);
      }
      return count;
    });
    if (removed > 0) {
      this.logger.info('Old entries of the audit log were removed', { count: removed });
    }
  }
}
