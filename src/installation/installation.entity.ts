import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BaseEntity } from '../database/base.entity.js';

/** The one row's key: a second row cannot exist. */
export const THE_INSTALLATION = 1;

/** What is true of this installation as a whole: always exactly one row, made at the first start. */
@Entity('installation')
export class Installation extends BaseEntity {
  @PrimaryColumn('smallint')
  id: number;

  @Column('uuid')
  installationId: string;

  /** Feeds the draw keys of masking; lost, earlier masked values can never be produced again. */
  @Column('text')
  sealedInstanceSecret: string;

  /** Names, addresses and networks the service may be called by; empty before the first administrator exists. */
  @Column('text', { array: true, default: () => "'{}'" })
  allowedHosts: string[];

  @Column('text', { nullable: true })
  contractLicenseType: string | null;
}
