import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BaseEntity } from '../../database/base.entity.js';
import type { ValidationFinding } from '../../rulesets/validation-status.js';

/** SQL of a library's path, of the alias `library`. */
export const CONFIG_LIBRARY_PATH =
  "CASE library.namespace WHEN '' THEN library.name ELSE library.namespace || '/' || library.name END";

/** Labels and rules that discovery configs import, valid or not. */
@Entity('discovery_config_library')
@Index(['namespace', 'name'], { unique: true })
export class DiscoveryConfigLibrary extends BaseEntity {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  /** Empty: the default one. */
  @Column({ type: 'text', default: '' })
  namespace: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  configYaml: string;

  /** Empty: it is valid. */
  @Column({ type: 'jsonb', default: [] })
  validationErrors: ValidationFinding[];
}
