import { ApiProperty } from '@nestjs/swagger';
import type { RunLog } from '../run-log.entity.js';
import { RUN_STATUSES } from '../run-status.js';
import type { RunStatus } from '../run-status.js';

/** One line of the log of a run. */
export class RunLogResponse {
  @ApiProperty({ description: 'Id of the run.' })
  run: number;

  @ApiProperty({ description: 'The process that wrote the line.' })
  worker_id: string;

  @ApiProperty({ format: 'date-time' })
  timestamp: string;

  @ApiProperty({
    enum: [10, 20, 30, 40, 50],
    description: '10 debug, 20 info, 30 warning, 40 error, 50 fatal.',
  })
  log_level: number;

  @ApiProperty()
  message: string;

  @ApiProperty({ description: 'Always empty here; kept for older clients.' })
  args: string;

  @ApiProperty({ enum: RUN_STATUSES, description: 'The status of the run when the line was written.' })
  run_status: RunStatus;

  @ApiProperty()
  is_dry_run: boolean;
}

export function toRunLogResponse(line: RunLog, isDryRun: boolean): RunLogResponse {
  return {
    run: line.runId,
    worker_id: line.workerId,
    timestamp: line.timestamp.toISOString(),
    log_level: line.level,
    message: line.message,
    args: '',
    run_status: line.runStatus,
    is_dry_run: isDryRun,
  };
}
