import { Column, Entity, Index } from 'typeorm';
import { RunPart } from './run-part.entity.js';
import type { RunStatus } from './run-status.js';

/** Levels as numbers, as clients read them. */
export const LOG_LEVEL = { debug: 10, info: 20, warning: 30, error: 40 } as const;

/**
 * One line of a run's log. Lines are only ever added, and their ids grow in the order in which readers see them: see
 * `RunRecorder`.
 */
@Entity('run_log')
@Index(['runId', 'id'])
export class RunLog extends RunPart {
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  timestamp: Date;

  @Column({ type: 'int' })
  level: number;

  @Column({ type: 'text' })
  message: string;

  @Column({ type: 'varchar', length: 100 })
  workerId: string;

  @Column({ type: 'varchar', length: 30 })
  runStatus: RunStatus;
}
