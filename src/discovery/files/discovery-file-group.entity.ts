import { Column, Entity, Index } from 'typeorm';
import { DiscoveryPart } from '../discovery-part.entity.js';
import type { DiscoveredField } from './discovered-file.js';

/** Files of one type with the same places, and what was found in all of them. */
@Entity('discovery_file_group')
@Index(['runId', 'id'])
export class DiscoveryFileGroup extends DiscoveryPart {
  @Column({ type: 'varchar', length: 30 })
  fileType: string;

  @Column({ type: 'jsonb' })
  fields: readonly DiscoveredField[];
}
