import { CreateDateColumn, UpdateDateColumn } from 'typeorm';

/** What every stored thing has; the id is the entity's own affair. */
export abstract class BaseEntity {
  @CreateDateColumn({ type: 'timestamptz' })
  createdTime: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  modifiedTime: Date;
}
