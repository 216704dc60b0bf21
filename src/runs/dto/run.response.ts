import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { toDiscoveryOptionFields } from '../discovery-options.js';
import { COVERAGE_WISHES, WRITE_MODES } from '../run-options.js';
import type { CoverageWish, RunOptions, WriteMode } from '../run-options.js';
import { RUN_STATUSES } from '../run-status.js';
import type { RunStatus } from '../run-status.js';
import type { Run } from '../run.entity.js';
import { ProgressResponse } from './progress.response.js';

const UUID = { format: 'uuid', example: '0b9c9c9e-6a3c-4f57-9d8d-2f0f6a1f2a10' };
const TIME_OR_NULL = { type: String, format: 'date-time', nullable: true } as const;

/** The options of a run as they took effect. */
export class RunOptionsResponse {
  @ApiProperty()
  batch_size: number;

  @ApiProperty()
  dry_run: boolean;

  @ApiProperty({ type: Number, nullable: true })
  max_rows: number | null;

  @ApiProperty()
  continue_on_failure: boolean;

  @ApiProperty()
  disable_instance_secret: boolean;

  @ApiProperty()
  diagnostic_logging: boolean;

  @ApiProperty({ description: 'Did the caller give the run secret?' })
  has_run_secret: boolean;

  @ApiPropertyOptional({
    description: 'Only in the reply that creates the run, and only when it was generated.',
  })
  run_secret?: string;

  @ApiProperty({ enum: COVERAGE_WISHES })
  require_coverage: CoverageWish;

  @ApiProperty({ enum: WRITE_MODES })
  write_mode: WriteMode;

  @ApiPropertyOptional({ type: [String], description: 'This and the following: where given for discovery.' })
  custom_keywords?: string[];

  @ApiPropertyOptional({ type: [String] })
  ignored_keywords?: string[];

  @ApiPropertyOptional()
  disable_global_custom_keywords?: boolean;

  @ApiPropertyOptional()
  disable_global_ignored_keywords?: boolean;

  @ApiPropertyOptional()
  disable_built_in_keywords?: boolean;

  @ApiPropertyOptional({ type: [String] })
  schemas?: string[];
}

/** One execution of a ruleset on a connection. */
export class RunResponse {
  @ApiProperty({ example: 12 })
  id: number;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: RUN_STATUSES })
  status: RunStatus;

  @ApiProperty({ enum: RUN_STATUSES, description: 'The same as `status`.' })
  run_status: RunStatus;

  @ApiProperty({ enum: ['database', 'file', 'file_data_discovery'] })
  mask_type: string;

  @ApiProperty({ ...UUID, deprecated: true, description: 'The same as `source_connection`.' })
  connection: string;

  @ApiProperty({ deprecated: true })
  connection_name: string;

  @ApiProperty(UUID)
  source_connection: string;

  @ApiProperty({ description: 'Kept after the connection is deleted.' })
  source_connection_name: string;

  @ApiProperty({ ...UUID, type: String, nullable: true, description: 'Only for files.' })
  destination_connection: string | null;

  @ApiProperty({ description: 'Empty when there is none.' })
  destination_connection_name: string;

  @ApiProperty({
    ...UUID,
    type: String,
    nullable: true,
    description: 'Null for discovery that was started without a ruleset.',
  })
  ruleset: string | null;

  @ApiProperty()
  ruleset_name: string;

  @ApiProperty({ format: 'date-time' })
  created_time: string;

  @ApiProperty(TIME_OR_NULL)
  start_time: string | null;

  @ApiProperty(TIME_OR_NULL)
  end_time: string | null;

  @ApiProperty({ type: RunOptionsResponse })
  options: RunOptionsResponse;

  @ApiProperty({ description: 'Hash of the id of the run and the content of the ruleset.' })
  run_hash: string;

  @ApiProperty()
  has_sdd_report: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'Why the run failed.' })
  error_message: string | null;

  @ApiPropertyOptional({ type: ProgressResponse, description: 'Only when a single run is asked for.' })
  progress?: ProgressResponse;
}

/** The part of a run that is shown; lists leave the long rest in the database. */
export const SHOWN_OF_RUNS = [
  ...(['id', 'name', 'status', 'maskType', 'connectionId', 'connectionName', 'destinationId'] as const),
  ...(['destinationName', 'rulesetId', 'rulesetName', 'createdTime', 'startTime', 'endTime'] as const),
  ...(['options', 'repeatable', 'runHash', 'hasSddReport', 'errorMessage'] as const),
] as const satisfies readonly (keyof Run)[];

type ShownRun = Pick<Run, (typeof SHOWN_OF_RUNS)[number]>;

export function toRunResponse(
  run: ShownRun,
  more: { progress?: ProgressResponse; runSecret?: string } = {},
): RunResponse {
  const { progress, runSecret } = more;
  return {
    id: run.id,
    name: run.name,
    status: run.status,
    run_status: run.status,
    mask_type: run.maskType,
    connection: run.connectionId,
    connection_name: run.connectionName,
    source_connection: run.connectionId,
    source_connection_name: run.connectionName,
    destination_connection: run.destinationId,
    destination_connection_name: run.destinationName,
    ruleset: run.rulesetId,
    ruleset_name: run.rulesetName,
    created_time: run.createdTime.toISOString(),
    start_time: run.startTime?.toISOString() ?? null,
    end_time: run.endTime?.toISOString() ?? null,
    options: toOptionsResponse(run.options, run.repeatable, runSecret),
    run_hash: run.runHash,
    has_sdd_report: run.hasSddReport,
    error_message: run.errorMessage,
    ...(progress === undefined ? {} : { progress }),
  };
}

function toOptionsResponse(
  options: RunOptions,
  hasRunSecret: boolean,
  runSecret: string | undefined,
): RunOptionsResponse {
  return {
    batch_size: options.batchSize,
    dry_run: options.dryRun,
    max_rows: options.maxRows,
    continue_on_failure: options.continueOnFailure,
    disable_instance_secret: options.disableInstanceSecret,
    diagnostic_logging: options.diagnosticLogging,
    has_run_secret: hasRunSecret,
    ...(runSecret === undefined ? {} : { run_secret: runSecret }),
    require_coverage: options.requireCoverage ?? 'off',
    write_mode: options.writeMode ?? 'in_place',
    ...toDiscoveryOptionFields(options.discovery ?? null),
  };
}
