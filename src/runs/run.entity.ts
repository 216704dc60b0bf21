import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BaseEntity } from '../database/base.entity.js';
import type { RulesetSources } from '../rulesets/ruleset-sources.js';
import type { RunOptions } from './run-options.js';
import type { RunStatus } from './run-status.js';

/** What a run works on; `file_data_discovery` looks at files and changes none. */
export type RunMaskType = 'database' | 'file' | 'file_data_discovery';

/** One execution of a ruleset on a connection. Everything it depends on is frozen here when it is created. */
@Entity('run')
@Index(['connectionId', 'status'])
@Index(['targetKey', 'status'])
@Index(['status'])
@Index(['runHash'])
@Index(['rulesetId'])
export class Run extends BaseEntity {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column({ type: 'varchar', length: 255 })
  name: string;

  @Column({ type: 'varchar', length: 30 })
  status: RunStatus;

  @Column({ type: 'varchar', length: 30 })
  maskType: RunMaskType;

  /** Kept, with the name, after the connection is gone. */
  @Column({ type: 'uuid' })
  connectionId: string;

  @Column({ type: 'text' })
  connectionName: string;

  /** Where masked files go; kept, with the name, after the connection is gone. Null: nowhere but to the connection itself. */
  @Column({ type: 'uuid', nullable: true })
  destinationId: string | null;

  @Column({ type: 'text', default: '' })
  destinationName: string;

  /** Runs with the same key take turns: see `targetKey`. */
  @Column({ type: 'varchar', length: 64 })
  targetKey: string;

  /** Null: the ruleset was written for this run alone. */
  @Column({ type: 'uuid', nullable: true })
  rulesetId: string | null;

  @Column({ type: 'text' })
  rulesetName: string;

  @Column({ type: 'text' })
  rulesetText: string;

  /** What the text draws on besides itself, as it was when the run was created. */
  @Column({ type: 'jsonb', default: { locality: 'US', libraries: [] } })
  rulesetSources: RulesetSources;

  /** SHA-256 over the run's id and the ruleset's text. */
  @Column({ type: 'varchar', length: 64, default: '' })
  runHash: string;

  @Column({ type: 'jsonb' })
  options: RunOptions;

  /** Sealed; null as soon as the run is final. */
  @Column({ type: 'text', nullable: true })
  sealedSecret: string | null;

  /** Sealed: what a failed run needs to go on, its secret included; null: it cannot. See `RunResume`. */
  @Column({ type: 'text', nullable: true })
  sealedResume: string | null;

  /** The caller gave the secret, so a repeat has to repeat. */
  @Column({ type: 'boolean' })
  repeatable: boolean;

  /** `now` of all masks, fixed at creation. */
  @Column({ type: 'timestamptz' })
  maskingTime: Date;

  /** Bookkeeping table in the target: named here before it is made, null again once it is dropped. */
  @Column({ type: 'varchar', length: 63, nullable: true })
  progressTable: string | null;

  /** The target's user may not create tables: cursors live in `run_partition`. */
  @Column({ type: 'boolean', default: false })
  keepsCursorsHere: boolean;

  @Column({ type: 'boolean', default: false })
  warned: boolean;

  @Column({ type: 'text', nullable: true })
  errorMessage: string | null;

  @Column({ type: 'int' })
  startedBy: number;

  /** Whoever started the run wishes to hear by mail how it ends. */
  @Column({ type: 'boolean', default: false })
  isSubscribed: boolean;

  /** A task of the run has told how far the ruleset covers sensitive columns. */
  @Column({ type: 'boolean', default: false })
  hasSddReport: boolean;

  /** W3C trace context of whoever asked for it last; null: it is not traced. */
  @Column({ type: 'varchar', length: 60, nullable: true })
  traceParent: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  startTime: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  endTime: Date | null;
}
