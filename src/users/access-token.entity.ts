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

/** A token that opens the management API; only its hash is kept, the API token also sealed for its owner. */
@Entity('access_token')
@Index(['userId'], { unique: true, where: "kind = 'api'" })
@Index(['userId'])
export class AccessToken {
  /** SHA-256 of the token, in hex. */
  @PrimaryColumn('text')
  tokenHash: string;

  @Column('text')
  kind: 'user' | 'api' | 'session';

  @Column('integer')
  userId: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id' })
  user: Relation<User>;

  /** Only of an API token: its owner may read it again. */
  @Column('text', { nullable: true })
  sealedToken: string | null;

  /** Null: valid until revoked. That of a session moves on while it is used. */
  @Column('timestamptz', { nullable: true })
  expiresTime: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdTime: Date;
}
