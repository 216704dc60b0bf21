import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail that no server has taken yet; removed once one has, or once it is given up. */
@Entity('outgoing_mail')
export class OutgoingMail {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  recipient: string;

  @Column('text')
  subject: string;

  /** Sealed: it may hold a temporary password. */
  @Column('text')
  sealedText: string;

  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz', { default: () => 'now()' })
  nextTryTime: Date;
}
