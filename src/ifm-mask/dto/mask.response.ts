import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { LOG_LEVELS, type IfmLogLevel, type IfmLogMessage } from '../../ifm-plans/log-levels.js';

class MaskLogResponse {
  @ApiProperty({ enum: LOG_LEVELS, example: 'INFO' })
  log_level: IfmLogLevel;

  @ApiProperty({ description: 'Never holds a data value.', example: 'Masked 2 records by 1 rule.' })
  message: string;

  @ApiProperty({ format: 'date-time' })
  timestamp: string;
}

/** A message as it goes over the wire, of the shape above; written out, because every answer has one. */
export function maskLogJson({ logLevel, message, timestamp }: IfmLogMessage): string {
  return `{"log_level":"${logLevel}","message":${JSON.stringify(message)},"timestamp":"${timestamp}"}`;
}

class MaskingPlanResponse {
  @ApiProperty({ example: 'customers-k3x9q2' })
  name: string;

  @ApiProperty({ description: 'The version of the plan that masked the data.', example: 1 })
  serial: number;
}

export class MaskResponse {
  @ApiProperty({
    description: 'The masked values, in the order of the request.',
    type: 'array',
    items: {},
    example: ['Orb Kintner', 'Wilma Sanft'],
  })
  data: unknown[];

  @ApiProperty({
    description: 'Messages of the asked level and above; the reason of a failure is always among them.',
    type: [MaskLogResponse],
  })
  logs: MaskLogResponse[];

  @ApiProperty({ example: 'import-2031-04-07' })
  request_id: string;

  @ApiProperty({ example: 'utf-8' })
  charset: string;

  @ApiProperty({ example: 'json' })
  encoding: string;

  @ApiProperty({ type: MaskingPlanResponse })
  ruleset_plan: MaskingPlanResponse;
}

/** Masking failed, or the request could not be read at all. */
export class MaskFailureResponse extends OmitType(MaskResponse, ['data']) {
  @ApiPropertyOptional({
    description: 'Instead of all other fields, where the request itself could not be read.',
    example: 'The body is not valid UTF-8.',
  })
  error?: string;
}
