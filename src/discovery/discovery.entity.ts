import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BaseEntity } from '../database/base.entity.js';

/** One discovery: the part of a run that looks for sensitive data on a connection. */
@Entity('discovery')
@Index(['connectionId', 'kind', 'finishedTime'])
export class Discovery extends BaseEntity {
  @PrimaryColumn({ type: 'int' })
  runId: number;

  @Column({ type: 'uuid' })
  connectionId: string;

  @Column({ type: 'varchar', length: 20 })
  kind: 'schema' | 'file';

  /** As asked for, in the wire's spelling. */
  @Column({ type: 'jsonb', default: {} })
  options: Readonly<Record<string, unknown>>;

  /** Null until all results are there: what is null is shown to nobody. */
  @Column({ type: 'timestamptz', nullable: true })
  finishedTime: Date | null;
}
