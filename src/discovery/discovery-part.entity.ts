import { Column, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import type { Relation } from 'typeorm';
import { Discovery } from './discovery.entity.js';

/** A part of what a discovery found: it goes with its discovery. */
export abstract class DiscoveryPart {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ManyToOne(() => Discovery, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'run_id' })
  discovery?: Relation<Discovery>;

  @Column({ type: 'int' })
  runId: number;
}
