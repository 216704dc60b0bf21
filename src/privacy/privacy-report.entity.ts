import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BaseEntity } from '../database/base.entity.js';
import type { TableFigures } from './privacy-figures.js';
import type { PrivacyReportStatus } from './privacy-report-status.js';
import type { PrivacyWish } from './privacy-wish.js';

/** A measurement of what tables tell about people, and what came of it. It holds no value of the data. */
@Entity('privacy_report')
@Index(['status'])
export class PrivacyReport extends BaseEntity {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  /** The masked database. */
  @Column({ type: 'uuid' })
  connectionId: string;

  /** Where the data is as it was before; null: nowhere, or `baselineId` has measured it. */
  @Column({ type: 'uuid', nullable: true })
  originalConnectionId: string | null;

  /** A report that was made before masking; null: none. */
  @Column({ type: 'uuid', nullable: true })
  baselineId: string | null;

  @Column({ type: 'jsonb' })
  wish: PrivacyWish;

  @Column({ type: 'varchar', length: 30 })
  status: PrivacyReportStatus;

  @Column({ type: 'text' })
  statusMessage: string;

  @Column({ type: 'text', nullable: true })
  errorMessage: string | null;

  /** How often a worker has begun. */
  @Column({ type: 'int', default: 0 })
  attempts: number;

  /** Null: not there yet. */
  @Column({ type: 'jsonb', nullable: true })
  figures: readonly TableFigures[] | null;
}
