import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import { BaseEntity } from '../database/base.entity.js';
import type { ValidationFinding, ValidationStatus } from './validation-status.js';

/** A stored ruleset, valid or not. */
@Entity('ruleset')
@Index('uq_ruleset_live_name', ['name', 'maskType'], { unique: true, where: '"archived_time" IS NULL' })
export class Ruleset extends BaseEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  maskType: 'database' | 'file';

  @Column('text')
  configYaml: string;

  /** Grows with every change of the text, so that a late verdict on an older text is recognised. */
  @Column('integer', { default: 1 })
  revision: number;

  @Column('text')
  validationStatus: ValidationStatus;

  @Column('jsonb', { default: [] })
  validationErrors: ValidationFinding[];

  @Column('jsonb', { default: [] })
  validationWarnings: ValidationFinding[];

  /** Libraries that the text imports, as written there; empty while a check is in progress. */
  @Column('text', { array: true, default: () => "'{}'" })
  imports: string[];

  /** How often a worker began to check this revision of the text. */
  @Column('integer', { default: 0 })
  validationAttempts: number;

  /** Branch of the commit that holds exactly this text; like the other Git columns null as soon as anything is changed here. */
  @Column({ type: 'text', nullable: true })
  gitBranch: string | null;

  @Column({ type: 'text', nullable: true })
  gitCommitSha: string | null;

  @Column({ type: 'text', nullable: true })
  gitRepoUrl: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  gitSyncedAt: Date | null;

  /** Deleted, but runs still refer to it; null: in use. */
  @Column({ type: 'timestamptz', nullable: true })
  archivedTime: Date | null;
}
