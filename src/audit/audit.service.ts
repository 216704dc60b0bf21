import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';

import { AuditLog } from './audit-log.entity.js';
import type { AuditAction, AuditCategory } from './audit-vocabulary.js';

export interface AuditEvent {
  /** Who caused it; only the name is kept, so the entry outlives the user. */
  readonly user: { readonly username: string };
  readonly category: AuditCategory;
  readonly action: AuditAction;
  /** One sentence with the name of the thing concerned; never a secret and never a data value. */
  readonly description: string;
}

/** Writes the audit log. The database refuses to change entries, and to delete them before their time. */
@Injectable()
export class AuditService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Adds one entry; inside the transaction of `manager` when given, so that the entry and the change stand or fall together. */
  async record(event: AuditEvent, manager: EntityManager = this.dataSource.manager): Promise<void> {
    await manager.insert(AuditLog, {
      username: event.user.username,
      category: event.category,
      action: event.action,
      description: event.description,
    });
  }
}
