import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

import { BaseEntity } from '../database/base.entity.js';
import type { ConnectionKind, MaskType } from './connection-kinds.js';
import type { ConnectionSettings, SecretName } from './connection-settings.js';

/** A stored connection of any kind. */
@Entity('connection')
@Unique(['name'])
export class Connection extends BaseEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  maskType: MaskType;

  /** The wire's `db_type`, for file connections its `type`. Says what `settings` holds. */
  @Column('text')
  kind: ConnectionKind;

  @Column('jsonb')
  settings: ConnectionSettings;

  /** `ConnectionSecrets` as JSON, sealed for this connection; null: there are none. */
  @Column({ type: 'text', nullable: true })
  sealedSecrets: string | null;

  /** Names of what is sealed: lists show them. Right only while `secretNamesOf` says so. */
  @Column({ type: 'jsonb', nullable: true })
  secretNames: SecretName[] | null;

  /** The SHA-256 (hex) of the sealed text that `secretNames` are of: whatever does not know of them changes that text alone. */
  @Column({ type: 'text', nullable: true })
  secretNamesOf: string | null;

  /** The last run that discovers; null: none yet. */
  @Column({ type: 'int', nullable: true })
  lastDiscoveryRunId: number | null;

  @Column({ type: 'timestamptz', nullable: true })
  lastDiscoveryRunTime: Date | null;
}
