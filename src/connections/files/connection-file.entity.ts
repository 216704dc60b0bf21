import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

import { BaseEntity } from '../../database/base.entity.js';

/** `fileset`: TLS certificates and key for MySQL and MariaDB. `wallet`: Oracle's. `snowflake_key`: a private key. */
export type ConnectionFileKind = 'fileset' | 'wallet' | 'snowflake_key';

/** An uploaded file that connections refer to by its id. */
@Entity('connection_file')
@Unique(['kind', 'name'])
export class ConnectionFile extends BaseEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('text')
  kind: ConnectionFileKind;

  @Column('text')
  name: string;

  /** What the uploaded file was called. */
  @Column('text')
  filename: string;

  /** Filesets only. */
  @Column('text', { nullable: true })
  databaseType: string | null;

  /** Names of what is in it; shown, because they are no secret. */
  @Column('text', { array: true, default: () => "'{}'" })
  entries: string[];

  /** Entry name → content in base64, as JSON, sealed for this row. */
  @Column('text')
  sealedContent: string;
}
