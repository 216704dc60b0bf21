import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import type { Relation } from 'typeorm';
import type { DiscoveryMatch } from './discovered-table.js';
import { DiscoveryTable } from './discovery-table.entity.js';

/** One column that a schema discovery found. */
@Entity('discovery_result')
@Index(['tableId', 'ordinal'], { unique: true })
@Index(['runId', 'id'])
export class DiscoveryResult {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column({ type: 'int' })
  runId: number;

  @ManyToOne(() => DiscoveryTable, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'table_id' })
  table?: Relation<DiscoveryTable>;

  @Column({ type: 'int' })
  tableId: number;

  @Column({ type: 'int' })
  ordinal: number;

  @Column({ type: 'text' })
  columnName: string;

  @Column({ type: 'text' })
  dataType: string;

  @Column({ type: 'varchar', length: 30 })
  valueKind: string;

  @Column({ type: 'boolean' })
  nullable: boolean;

  @Column({ type: 'boolean' })
  writable: boolean;

  @Column({ type: 'int', nullable: true })
  maxLength: number | null;

  @Column({ type: 'int', nullable: true })
  numericPrecision: number | null;

  @Column({ type: 'int', nullable: true })
  numericScale: number | null;

  @Column({ type: 'jsonb' })
  matches: readonly DiscoveryMatch[];

  @Column({ type: 'jsonb', nullable: true })
  safeDataPreview: object | null;
}
