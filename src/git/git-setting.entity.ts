import { Column, Entity, PrimaryColumn } from 'typeorm';

import { BaseEntity } from '../database/base.entity.js';

/** The repository that rulesets are kept in; one row for the whole installation. */
@Entity('git_setting')
export class GitSetting extends BaseEntity {
  @PrimaryColumn('integer')
  id: number;

  /** Empty: Git integration is off. */
  @Column('text')
  repositoryUrl: string;

  /** Empty: the repository's default branch. */
  @Column('text')
  branch: string;

  /** Empty: the repository's root. */
  @Column('text')
  directoryPath: string;

  /** Lines of known_hosts, given by an administrator; empty: the key that the server shows first is trusted from then on. */
  @Column('text')
  knownHosts: string;

  /** What was learned that way; forgotten when the URL changes. */
  @Column('text')
  learnedHosts: string;
}
