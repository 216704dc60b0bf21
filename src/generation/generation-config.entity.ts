import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BaseEntity } from '../database/base.entity.js';

/** Which masks generated rulesets give to labels, as YAML text. Stored whether or not it is valid. */
@Entity('generation_config')
@Index(['name'], { unique: true })
export class GenerationConfig extends BaseEntity {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  configYaml: string;
}
