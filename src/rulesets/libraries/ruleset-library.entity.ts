import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

import { BaseEntity } from '../../database/base.entity.js';
import type { ValidationFinding, ValidationStatus } from '../validation-status.js';

/** SQL of a library's `libraryPath`, of the alias `library`. */
export const LIBRARY_PATH =
  "CASE library.namespace WHEN '' THEN library.name ELSE library.namespace || '/' || library.name END";

/** Masks, rules and tasks that rulesets import, valid or not. */
@Entity('ruleset_library')
@Unique(['namespace', 'name'])
export class RulesetLibrary extends BaseEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  /** Empty: the default one. */
  @Column('text', { default: '' })
  namespace: string;

  @Column('text')
  name: string;

  @Column('text')
  configYaml: string;

  @Column('text')
  validationStatus: ValidationStatus;

  @Column('jsonb', { default: [] })
  validationErrors: ValidationFinding[];

  @Column('jsonb', { default: [] })
  validationWarnings: ValidationFinding[];
}
