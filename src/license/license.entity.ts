import { Column, Entity, PrimaryColumn } from 'typeorm';

import { BaseEntity } from '../database/base.entity.js';

/** The one row's key: a second row cannot exist. */
export const THE_LICENSE = 1;

/** The licence file that was uploaded last, as it came: its signature is checked with every use. */
@Entity('license')
export class StoredLicense extends BaseEntity {
  @PrimaryColumn('smallint')
  id: number;

  @Column('text')
  text: string;
}
