import { Column, Entity, Index } from 'typeorm';
import type {
  BuiltTable,
  IndexState,
  TableName,
  TableStatistics,
  TriggerState,
} from '../../adapters/databases/index.js';
import { RunPart } from '../run-part.entity.js';

/** What a run changed in the target for a while, and how to change it back. */
export type ObjectDefinition =
  | { readonly kind: 'trigger'; readonly trigger: TriggerState }
  | { readonly kind: 'index'; readonly index: IndexState }
  | { readonly kind: 'table'; readonly table: BuiltTable }
  /** Of values that are masked: the server has to look at them again. */
  | { readonly kind: 'statistics'; readonly table: TableName; readonly how: keyof TableStatistics };

/** Written before the target is touched, gone once all is as it was. */
@Entity('run_object')
@Index(['runId'])
export class RunObject extends RunPart {
  /** The task at whose end it is changed back; null: at the end of the run. */
  @Column({ type: 'int', nullable: true })
  taskId: number | null;

  @Column({ type: 'jsonb' })
  definition: ObjectDefinition;

  /** How often the database refused to have it as it was. */
  @Column({ type: 'int', default: 0 })
  attempts: number;

  /** Not tried again before. */
  @Column({ type: 'timestamptz', nullable: true })
  notBefore: Date | null;
}
