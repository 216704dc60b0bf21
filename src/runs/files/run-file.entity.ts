import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import type { Relation } from 'typeorm';
import { safeInteger } from '../../database/safe-integer.js';
import { RunTask } from '../ledger/run-task.entity.js';

/** `pending`: to be masked; `working`: in the hands of a lane; `skipped`: looked at, not to be masked. */
export type RunFileStatus = 'pending' | 'working' | 'finished' | 'failed' | 'skipped';

/** A file that a task looked at: the unit of work that is either whole in the destination or not there at all. */
@Entity('run_file')
@Index(['runId', 'path', 'taskId'], { unique: true })
@Index(['taskId', 'status', 'id'])
@Index(['runId'], { where: `status = 'working'` })
export class RunFile {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column({ type: 'int' })
  runId: number;

  @ManyToOne(() => RunTask, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'task_id' })
  task?: Relation<RunTask>;

  @Column({ type: 'int' })
  taskId: number;

  /** Relative to the base directory. */
  @Column({ type: 'text' })
  path: string;

  /** In bytes, as listed. */
  @Column({ type: 'bigint', transformer: safeInteger })
  size: number;

  /** As listed: another one means that the file was changed. */
  @Column({ type: 'text' })
  version: string;

  /** `delimited`, `json` …, with `.gzip` where it is compressed; empty: not known. */
  @Column({ type: 'varchar', length: 40 })
  fileType: string;

  @Column({ type: 'varchar', length: 20 })
  status: RunFileStatus;

  @Column({ type: 'text', nullable: true })
  skipReason: string | null;

  /** The lane that works or has worked on it. */
  @Column({ type: 'int', nullable: true })
  partitionId: number | null;

  /** How often a lane has begun with it. */
  @Column({ type: 'int', default: 0 })
  attempts: number;

  @Column({ type: 'bigint', default: 0, transformer: safeInteger })
  rows: number;

  @Column({ type: 'bigint', default: 0, transformer: safeInteger })
  rowsMasked: number;

  @Column({ type: 'bigint', default: 0, transformer: safeInteger })
  valuesMasked: number;

  @Column({ type: 'timestamptz', nullable: true })
  startTime: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  endTime: Date | null;

  @Column({ type: 'varchar', length: 60, nullable: true })
  errorCode: string | null;

  @Column({ type: 'text', nullable: true })
  errorMessage: string | null;
}
