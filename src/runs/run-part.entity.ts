import { Column, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import type { Relation } from 'typeorm';
import { Run } from './run.entity.js';

/** What is kept of a run beside its own row, and goes with it. */
export abstract class RunPart {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ManyToOne(() => Run, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'run_id' })
  run?: Relation<Run>;

  @Column({ type: 'int' })
  runId: number;
}
