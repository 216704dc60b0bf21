import { Column, Entity, Index } from 'typeorm';
import type { TaskKind } from '../../engine/index.js';
import { safeInteger } from '../../database/safe-integer.js';
import { RunPart } from '../run-part.entity.js';
import type { TaskStatus } from '../run-status.js';
import type { TableBaseline } from '../work/table-changes.js';

/** One task of the compiled ruleset of one run. */
@Entity('run_task')
@Index(['runId', 'ordinal'], { unique: true })
export class RunTask extends RunPart {
  /** Place in document order, from 0, parents before their children. */
  @Column({ type: 'int' })
  ordinal: number;

  /** `2.0`: first child of the third task. */
  @Column({ type: 'varchar', length: 100 })
  path: string;

  @Column({ type: 'varchar', length: 30 })
  kind: TaskKind;

  /** As shown in the log: `mask_table "billing"."invoices"`. */
  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'varchar', length: 30 })
  status: TaskStatus;

  @Column({ type: 'int', nullable: true })
  workers: number | null;

  @Column({ type: 'boolean' })
  splits: boolean;

  @Column({ type: 'boolean' })
  verifies: boolean;

  /** Is anything masked row by row? */
  @Column({ type: 'boolean', default: true })
  masksRows: boolean;

  /** Are keys masked as a whole, after the rows? */
  @Column({ type: 'boolean', default: false })
  rewritesKeys: boolean;

  /** Are the table's triggers off while it is masked? */
  @Column({ type: 'boolean', default: false })
  managesTriggers: boolean;

  /** May indexes be dropped while it is masked? */
  @Column({ type: 'boolean', default: false })
  managesIndexes: boolean;

  /** Are the values of columns dealt out anew before it is masked? */
  @Column({ type: 'boolean', default: false })
  dealsColumns: boolean;

  /** An estimate until the table was counted; null: not known, or nothing to count. */
  @Column({ type: 'bigint', nullable: true, transformer: safeInteger })
  rowsTotal: number | null;

  /** Of all files to be masked; null: not listed yet, or no task on files. */
  @Column({ type: 'bigint', nullable: true, transformer: safeInteger })
  bytesTotal: number | null;

  /** Files to be masked; null: not listed yet, or no task on files. */
  @Column({ type: 'int', nullable: true })
  filesTotal: number | null;

  /** Noted before the first write; null: not yet, or nothing to compare with at the end. */
  @Column({ type: 'jsonb', nullable: true })
  baseline: TableBaseline | null;

  @Column({ type: 'timestamptz', nullable: true })
  startTime: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  endTime: Date | null;

  @Column({ type: 'varchar', length: 60, nullable: true })
  errorCode: string | null;

  @Column({ type: 'text', nullable: true })
  errorMessage: string | null;
}
