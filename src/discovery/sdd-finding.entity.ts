import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { DiscoveryMatch } from './discovered-table.js';

/** A sensitive column, and where the ruleset of the run masks it. */
@Entity('sdd_finding')
@Index(['runId', 'id'])
export class SddFinding {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column({ type: 'int' })
  runId: number;

  @Column({ type: 'text' })
  schemaName: string;

  @Column({ type: 'text' })
  tableName: string;

  @Column({ type: 'text' })
  columnName: string;

  @Column({ type: 'jsonb' })
  matches: readonly DiscoveryMatch[];

  /** Lines of the ruleset with rules for the column; empty: it is not covered. */
  @Column({ type: 'jsonb' })
  lines: readonly number[];
}
