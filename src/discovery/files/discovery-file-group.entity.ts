import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import type { Relation } from 'typeorm';
import { Discovery } from '../discovery.entity.js';
import type { DiscoveredField } from './discovered-file.js';

/** Files of one type with the same places, and what was found in all of them. */
@Entity('discovery_file_group')
@Index(['runId', 'id'])
export class DiscoveryFileGroup {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ManyToOne(() => Discovery, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'run_id' })
  discovery?: Relation<Discovery>;

  @Column({ type: 'int' })
  runId: number;

  @Column({ type: 'varchar', length: 30 })
  fileType: string;

  @Column({ type: 'jsonb' })
  fields: readonly DiscoveredField[];
}
