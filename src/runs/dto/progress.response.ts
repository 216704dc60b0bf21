import { ApiProperty } from '@nestjs/swagger';
import type { ColumnCounts } from '../../adapters/databases/index.js';
import type { TaskKind } from '../../engine/index.js';
import type { RunProgress, TaskProgress } from '../run-progress.js';
import { TASK_STATUSES } from '../run-status.js';
import type { TaskStatus } from '../run-status.js';

const NUMBER_OR_NULL = { type: Number, nullable: true } as const;
const TEXT_OR_NULL = { type: String, nullable: true } as const;
const TIME_OR_NULL = { type: String, format: 'date-time', nullable: true } as const;

/** What masking made of the values of one column; changed, skipped and unchanged together are the rows done. */
export class ColumnProgressResponse {
  @ApiProperty({ example: 'email' })
  column: string;

  @ApiProperty({ description: 'Values that became others.' })
  changed: number;

  @ApiProperty({ description: 'Values that a skip list or a condition left alone.' })
  skipped: number;

  @ApiProperty({
    ...NUMBER_OR_NULL,
    description:
      'Values that the masks gave back as they were. Null: nobody read them to compare, and these are among the changed.',
  })
  unchanged: number | null;

  @ApiProperty({
    description:
      'Of those that were not skipped, values that the masks gave and that were cut to the column (`on_overflow: truncate`).',
  })
  truncated: number;

  @ApiProperty({
    description:
      'Of those that were not skipped, values that triggers of the table changed as they were written.',
  })
  altered: number;
}

/** How far one task is. */
export class TaskProgressResponse {
  @ApiProperty({
    description: 'Place in the ruleset, from 0; `2.0` is the first child of the third.',
    example: '0',
  })
  path: string;

  @ApiProperty({
    enum: ['mask_table', 'run_sql', 'truncate_table', 'mask_file', 'mask_tabular_file', 'parallel', 'serial'],
  })
  kind: TaskKind;

  @ApiProperty({ example: 'mask_table "billing"."invoices"' })
  title: string;

  @ApiProperty({ enum: TASK_STATUSES })
  status: TaskStatus;

  @ApiProperty({ ...NUMBER_OR_NULL, description: 'An estimate for large tables; null: nothing to count.' })
  rows_total: number | null;

  @ApiProperty({ description: 'Rows read and, where a rule applied, masked and committed.' })
  rows_done: number;

  @ApiProperty({ description: 'Rows that a rule changed; the others were skipped.' })
  rows_masked: number;

  @ApiProperty({
    ...NUMBER_OR_NULL,
    description: 'Of all files to be masked; null: none are, or not listed yet.',
  })
  bytes_total: number | null;

  @ApiProperty({ description: 'Bytes of files that were read.' })
  bytes_done: number;

  @ApiProperty({ ...NUMBER_OR_NULL, description: 'Files to be masked.' })
  files_total: number | null;

  @ApiProperty({ description: 'Files that were written or have failed.' })
  files_done: number;

  @ApiProperty(NUMBER_OR_NULL)
  rows_per_second: number | null;

  @ApiProperty({ ...NUMBER_OR_NULL, description: 'Seconds left at this rate.' })
  eta_seconds: number | null;

  @ApiProperty(TIME_OR_NULL)
  start_time: string | null;

  @ApiProperty(TIME_OR_NULL)
  end_time: string | null;

  @ApiProperty(TEXT_OR_NULL)
  error_code: string | null;

  @ApiProperty(TEXT_OR_NULL)
  error_message: string | null;

  @ApiProperty({
    type: [ColumnProgressResponse],
    description: 'Columns that are masked row by row; empty: none are, or they were not counted.',
  })
  columns: ColumnProgressResponse[];
}

/** How far a run is. */
export class ProgressResponse {
  @ApiProperty()
  rows_total: number;

  @ApiProperty()
  rows_done: number;

  @ApiProperty()
  rows_masked: number;

  @ApiProperty({ description: 'Of all files to be masked, as far as they are listed.' })
  bytes_total: number;

  @ApiProperty()
  bytes_done: number;

  @ApiProperty()
  files_total: number;

  @ApiProperty()
  files_done: number;

  @ApiProperty({ ...NUMBER_OR_NULL, description: 'Average since the first table was begun.' })
  rows_per_second: number | null;

  @ApiProperty({ ...NUMBER_OR_NULL, description: 'Seconds left at this rate.' })
  eta_seconds: number | null;

  @ApiProperty({
    type: [TaskProgressResponse],
    description: 'In the order of the ruleset; empty until it is checked.',
  })
  tasks: TaskProgressResponse[];
}

export function toProgressResponse(progress: RunProgress): ProgressResponse {
  return {
    rows_total: progress.rowsTotal,
    rows_done: progress.rowsDone,
    rows_masked: progress.rowsMasked,
    bytes_total: progress.bytesTotal,
    bytes_done: progress.bytesDone,
    files_total: progress.filesTotal,
    files_done: progress.filesDone,
    rows_per_second: progress.rowsPerSecond,
    eta_seconds: progress.etaSeconds,
    tasks: progress.tasks.map(toTaskResponse),
  };
}

function toTaskResponse(task: TaskProgress): TaskProgressResponse {
  return {
    path: task.path,
    kind: task.kind,
    title: task.title,
    status: task.status,
    rows_total: task.rowsTotal,
    rows_done: task.rowsDone,
    rows_masked: task.rowsMasked,
    bytes_total: task.bytesTotal,
    bytes_done: task.bytesDone,
    files_total: task.filesTotal,
    files_done: task.filesDone,
    rows_per_second: task.rowsPerSecond,
    eta_seconds: task.etaSeconds,
    start_time: task.startTime?.toISOString() ?? null,
    end_time: task.endTime?.toISOString() ?? null,
    error_code: task.errorCode,
    error_message: task.errorMessage,
    columns: task.columns.map(toColumnResponse),
  };
}

function toColumnResponse({ truncated = 0, altered = 0, ...counts }: ColumnCounts): ColumnProgressResponse {
  const { column, changed, skipped, unchanged } = counts;
  return { column, changed, skipped, unchanged, truncated, altered };
}
