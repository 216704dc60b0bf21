import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** The private key with which a user reaches the Git server. */
@Entity('git_ssh_key')
export class GitSshKey {
  @PrimaryColumn('integer')
  userId: number;

  /** Only so that a key goes when its owner goes; by name, since users belong to another domain. */
  @ManyToOne('User', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_git_ssh_key_user_id' })
  owner?: object;

  @Column('text')
  name: string;

  @Column('text')
  sealedKey: string;

  @Column('timestamptz')
  uploadedTime: Date;
}
