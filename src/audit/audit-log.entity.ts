import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { AuditAction, AuditCategory } from './audit-vocabulary.js';

/** One line of the audit log. */
@Entity('audit_log')
@Index(['timestamp'])
export class AuditLog {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @CreateDateColumn({ type: 'timestamptz' })
  timestamp: Date;

  @Column('text')
  username: string;

  @Column('text')
  category: AuditCategory;

  @Column('text')
  action: AuditAction;

  @Column('text')
  description: string;
}
