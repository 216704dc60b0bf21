import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The config that a run discovers by, as it was when the run was started. */
@Entity('discovery_config_snapshot')
export class DiscoveryConfigSnapshot {
  @PrimaryColumn({ type: 'int' })
  runId: number;

  /** Null: the built-in defaults. */
  @Column({ type: 'uuid', nullable: true })
  configId: string | null;

  @Column({ type: 'text' })
  configName: string;

  /** What was imported is written out in it. */
  @Column({ type: 'text' })
  configYaml: string;

  @Column({ type: 'text', array: true, default: [] })
  imports: string[];

  @Column({ type: 'timestamptz' })
  takenTime: Date;

  @Column({ type: 'timestamptz', nullable: true })
  configModifiedTime: Date | null;
}
