import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { Relation } from 'typeorm';
import type { ColumnCounts, KeyRange } from '../../adapters/databases/index.js';
import { safeInteger } from '../../database/safe-integer.js';
import { RunPart } from '../run-part.entity.js';
import type { PartitionKind } from './run-ledger.js';
import type { PartitionStatus } from '../run-status.js';
import { RunTask } from './run-task.entity.js';

/** Where a partition stands when the target cannot keep it. `openRows` is set while a batch is on its way. */
export interface OwnCursor {
  readonly lastKey: readonly (string | null)[] | null;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly columnCounts?: readonly ColumnCounts[];
  readonly openRows: number | null;
}

/** The unit of work that one worker claims. */
@Entity('run_partition')
@Index(['runId', 'status'])
@Index(['status', 'claimedBy'])
export class RunPartition extends RunPart {
  @ManyToOne(() => RunTask, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'task_id' })
  task?: Relation<RunTask>;

  /** Null: belongs to the run as a whole. */
  @Column({ type: 'int', nullable: true })
  taskId: number | null;

  @Column({ type: 'varchar', length: 30 })
  kind: PartitionKind;

  @Column({ type: 'varchar', length: 30 })
  status: PartitionStatus;

  /** Holds key values, therefore emptied when the run ends; null: the whole table. */
  @Column({ type: 'jsonb', nullable: true })
  bounds: KeyRange | null;

  /** Holds key values, therefore emptied when the run ends. */
  @Column({ type: 'jsonb', nullable: true })
  ownCursor: OwnCursor | null;

  @Column({ type: 'varchar', length: 100, nullable: true })
  claimedBy: string | null;

  @Column({ type: 'uuid', nullable: true })
  claimToken: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  heartbeat: Date | null;

  /** Claims since the last progress: a partition that kills its workers ends as failed. */
  @Column({ type: 'int', default: 0 })
  attempts: number;

  /** All claims so far: tells the wake-ups of this partition apart. */
  @Column({ type: 'int', default: 0 })
  claims: number;

  /** Was its work ever broken off, so that a batch may have been rolled back and written again? */
  @Column({ type: 'boolean', default: false })
  interrupted: boolean;

  /** The storage did not let go of a hidden part of a file: it is to be swept. */
  @Column({ type: 'boolean', default: false })
  leavesParts: boolean;

  /** A pending partition is not claimed before this. */
  @Column({ type: 'timestamptz', nullable: true })
  notBefore: Date | null;

  @Column({ type: 'bigint', default: 0, transformer: safeInteger })
  rowsRead: number;

  @Column({ type: 'bigint', default: 0, transformer: safeInteger })
  rowsWritten: number;

  /** Of files. */
  @Column({ type: 'bigint', default: 0, transformer: safeInteger })
  bytesRead: number;

  /** Of tables, as far as they are known. */
  @Column({ type: 'jsonb', nullable: true })
  columnCounts: readonly ColumnCounts[] | null;

  @Column({ type: 'timestamptz', nullable: true })
  startTime: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  endTime: Date | null;

  @Column({ type: 'varchar', length: 60, nullable: true })
  errorCode: string | null;

  @Column({ type: 'text', nullable: true })
  errorMessage: string | null;
}
