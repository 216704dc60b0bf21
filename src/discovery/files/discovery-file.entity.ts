import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { Relation } from 'typeorm';
import { DiscoveryPart } from '../discovery-part.entity.js';
import { DiscoveryFileGroup } from './discovery-file-group.entity.js';
import type { DiscoveredField } from './discovered-file.js';

/** One file that a discovery looked at. */
@Entity('discovery_file')
@Index(['runId', 'pathDigest'], { unique: true })
@Index(['runId', 'structure', 'pathStart'])
@Index(['groupId', 'pathStart'])
export class DiscoveryFile extends DiscoveryPart {
  @ManyToOne(() => DiscoveryFileGroup, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'group_id' })
  group?: Relation<DiscoveryFileGroup>;

  /** Null until all files are looked at. */
  @Column({ type: 'int', nullable: true })
  groupId: number | null;

  /** Below the base directory, with slashes. */
  @Column({ type: 'text' })
  path: string;

  /** SHA-256 of the path, which may be longer than an index takes. */
  @Column({ type: 'varchar', length: 64 })
  pathDigest: string;

  /** As much of the path as an index takes, for the order. */
  @Column({ type: 'varchar', length: 600 })
  pathStart: string;

  @Column({ type: 'varchar', length: 30 })
  fileType: string;

  /** Null: not a delimited file, or not known. */
  @Column({ type: 'varchar', length: 10, nullable: true })
  delimiter: string | null;

  /** Null: not text, or not known. */
  @Column({ type: 'varchar', length: 60, nullable: true })
  encoding: string | null;

  /** Alike for files of one type with the same places. */
  @Column({ type: 'varchar', length: 64 })
  structure: string;

  /** Were values looked at? */
  @Column({ type: 'boolean' })
  counted: boolean;

  @Column({ type: 'jsonb' })
  fields: readonly DiscoveredField[];

  /** What was wrong with it, without a value; null: nothing. */
  @Column({ type: 'text', nullable: true })
  problem: string | null;
}
