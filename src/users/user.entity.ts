import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { UserRole } from '../auth/authenticated-user.js';
import { BaseEntity } from '../database/base.entity.js';

/** Someone who may log in. */
@Entity('user_account')
@Unique(['usernameKey'])
export class User extends BaseEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  username: string;

  /** The name as compared: two names that look the same are the same. */
  @Column('text')
  usernameKey: string;

  @Column('text')
  email: string;

  @Column('text')
  passwordHash: string;

  /** Grows with each change that must end access tokens issued before it. */
  @Column('integer', { default: 1 })
  credentialVersion: number;

  @Column('boolean', { default: false })
  hasTemporaryPassword: boolean;

  /** Logs in elsewhere and has no password of ours. */
  @Column('boolean', { default: false })
  usesSingleSignOn: boolean;

  @Column('boolean', { default: true })
  isActive: boolean;

  @Column('boolean', { default: false })
  isSuperuser: boolean;

  /** Without `admin`, which is `isSuperuser`. */
  @Column('text', { array: true, default: () => "'{}'" })
  roles: UserRole[];

  @Column('boolean', { default: false })
  isSubscribedToSddUpdates: boolean;

  /** Overrides the installation's Git directory for this user; empty: no override. */
  @Column('text', { default: '' })
  gitDirectoryPath: string;
}
