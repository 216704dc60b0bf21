import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

import { BaseEntity } from '../database/base.entity.js';
import type { IfmLogLevel, IfmLogMessage } from './log-levels.js';

/** A ruleset for in-flight masking under a name; its text is valid, or it was when it was stored. */
@Entity('ifm_plan')
@Unique(['name'])
export class IfmPlan extends BaseEntity {
  /** For the order of lists only: plans are addressed by name. */
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  /** With the suffix; never changes. */
  @Column('text')
  name: string;

  @Column('text')
  rulesetYaml: string;

  /** Grows by one with each change. */
  @Column('integer', { default: 1 })
  serial: number;

  @Column('boolean', { default: true })
  enabled: boolean;

  @Column('text', { default: 'json' })
  defaultEncoding: 'json';

  @Column('text', { default: 'utf-8' })
  defaultCharset: 'utf-8';

  @Column('text', { default: 'INFO' })
  defaultLogLevel: IfmLogLevel;

  /** What was said while the ruleset was set up. */
  @Column('jsonb', { default: [] })
  logs: IfmLogMessage[];
}
