import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { AuditAction, AuditCategory } from './audit-vocabulary.js';

/** One line of the audit log. */
@Entity('audit_log')
export class AuditLog {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Index()
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
