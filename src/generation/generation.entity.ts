import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BaseEntity } from '../database/base.entity.js';
import type { GenerationWish } from './generation-wish.js';
import type { GenerationStatus } from './generation-status.js';

/** The last ruleset generation of a connection that a worker does, and what came of it. */
@Entity('generation')
@Index(['connectionId'], { unique: true })
@Index(['status'])
export class Generation extends BaseEntity {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  connectionId: string;

  @Column({ type: 'varchar', length: 30 })
  status: GenerationStatus;

  @Column({ type: 'text' })
  statusMessage: string;

  @Column({ type: 'text', nullable: true })
  errorMessage: string | null;

  @Column({ type: 'jsonb' })
  wish: GenerationWish;

  /** How often a worker has begun. */
  @Column({ type: 'int', default: 0 })
  attempts: number;

  /** The ruleset; null: not there yet, or it has parts. */
  @Column({ type: 'text', nullable: true })
  rulesetText: string | null;
}
