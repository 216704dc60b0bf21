import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { User } from './user.entity.js';

/** A token that is exchanged, once, for a new access token and its own successor; only its hash is kept. */
@Entity('refresh_token')
@Index(['family'])
@Index(['userId'])
export class RefreshToken {
  /** SHA-256 of the token, in hex. */
  @PrimaryColumn('text')
  tokenHash: string;

  /** All that stem from one login share it. */
  @Column('uuid')
  family: string;

  @Column('integer')
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id' })
  user: Relation<User>;

  /** The user's at the time of the login. */
  @Column('integer')
  credentialVersion: number;

  @Column('timestamptz')
  expiresTime: Date;

  /** Null: not exchanged yet. */
  @Column('timestamptz', { nullable: true })
  usedTime: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdTime: Date;
}
