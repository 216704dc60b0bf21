import { Column, Entity, Index } from 'typeorm';
import { safeInteger } from '../database/safe-integer.js';
import type { ForeignKey, IncomingKey, NamedKey, RelationKind, UniqueKey } from './discovered-table.js';
import { DiscoveryPart } from './discovery-part.entity.js';

/** One table that a schema discovery found. */
@Entity('discovery_table')
@Index(['runId', 'schemaName', 'tableName'], { unique: true })
export class DiscoveryTable extends DiscoveryPart {
  @Column({ type: 'text' })
  schemaName: string;

  @Column({ type: 'text' })
  tableName: string;

  @Column({ type: 'varchar', length: 30 })
  kind: RelationKind;

  @Column({ type: 'bigint', nullable: true, transformer: safeInteger })
  rowEstimate: number | null;

  @Column({ type: 'jsonb', nullable: true })
  primaryKey: NamedKey | null;

  @Column({ type: 'jsonb' })
  uniqueKeys: readonly UniqueKey[];

  @Column({ type: 'jsonb' })
  foreignKeys: readonly ForeignKey[];

  @Column({ type: 'jsonb' })
  referencedBy: readonly IncomingKey[];

  @Column({ type: 'text', nullable: true })
  problem: string | null;
}
