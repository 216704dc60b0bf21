import { Column, Entity, PrimaryColumn } from 'typeorm';

import { BaseEntity } from '../database/base.entity.js';

/** The one row's key: a second row cannot exist. */
export const THE_SETTINGS = 1;

/** What administrators set for the whole installation; no row: everything is as at first. */
@Entity('settings')
export class Settings extends BaseEntity {
  @PrimaryColumn('smallint')
  id: number;

  /** Replaces `{{ locality }}` in rulesets. */
  @Column('text', { default: 'US' })
  locality: string;

  /** Overrides `AI_ENGINE_URL`; null: no override. */
  @Column('text', { nullable: true })
  aiEngineUrl: string | null;

  /** Column names that discovery flags always. */
  @Column('text', { array: true, default: () => "'{}'" })
  customKeywords: string[];

  /** Column names that discovery passes over always. */
  @Column('text', { array: true, default: () => "'{}'" })
  ignoredKeywords: string[];

  /** Older entries of the audit log are removed; null: none. */
  @Column('integer', { nullable: true })
  auditRetentionDays: number | null;
}
