import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BaseEntity } from '../../database/base.entity.js';
import type { DiscoveryTarget } from '../../engine/index.js';
import type { ValidationFinding } from '../../rulesets/validation-status.js';

/** What a discovery is to look for, as YAML text. Stored whether or not it is valid. */
@Entity('discovery_config')
@Index(['name', 'configType'], { unique: true })
export class DiscoveryConfig extends BaseEntity {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'varchar', length: 20 })
  configType: DiscoveryTarget;

  @Column({ type: 'text' })
  configYaml: string;

  /** Paths of the libraries that the text imports, whether or not they are there. */
  @Column({ type: 'text', array: true, default: [] })
  imports: string[];

  /** Empty: it is valid. */
  @Column({ type: 'jsonb', default: [] })
  validationErrors: ValidationFinding[];
}
