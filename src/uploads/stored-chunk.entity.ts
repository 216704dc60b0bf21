import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A piece of a large uploaded file; every process finds it in our database, whatever disk it sits on. */
@Entity('stored_chunk')
export class StoredChunk {
  @PrimaryColumn('uuid')
  fileId: string;

  @PrimaryColumn('integer')
  ordinal: number;

  @Column('bytea')
  bytes: Buffer;
}
