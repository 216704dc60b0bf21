import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BaseEntity } from '../../database/base.entity.js';

/** How the file of a reference is written. */
export interface TableOptions {
  readonly format: 'csv' | 'parquet';
  readonly delimiter: string;
  readonly encoding: string;
  readonly quotechar: string;
  /** Text that stands for NULL. */
  readonly nullString: string;
}

/** A name for a table of a database, or for a file that holds one. Goes with its connection. */
@Entity('table_reference')
@Index(['name'], { unique: true })
@Index(['connectionId'])
export class TableReference extends BaseEntity {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'uuid' })
  connectionId: string;

  /** `schema.table`, or the path of a file below the connection's base directory. */
  @Column({ type: 'text' })
  source: string;

  @Column({ type: 'jsonb' })
  options: TableOptions;
}
