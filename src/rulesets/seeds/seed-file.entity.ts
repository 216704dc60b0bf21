import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

import { BaseEntity } from '../../database/base.entity.js';

/** An uploaded seed file; its content lies in the chunk store under the same id and never changes. */
@Entity('seed_file')
@Unique(['name'])
export class StoredSeedFile extends BaseEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  /** What rulesets write. */
  @Column('text')
  name: string;

  /** What the uploaded file was called. */
  @Column('text')
  filename: string;

  @Column('text', { default: '' })
  description: string;

  /** Empty: the file is no CSV. */
  @Column('text', { array: true })
  columnNames: string[];

  @Column('integer')
  rowCount: number;

  @Column('bigint')
  sizeBytes: string;
}
