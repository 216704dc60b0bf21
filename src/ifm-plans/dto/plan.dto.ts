import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { LOG_LEVELS, type IfmLogLevel } from '../log-levels.js';
import { MAX_PLAN_NAME } from '../plan-name.js';
import { RULESET_EXAMPLE } from './plan.examples.js';

/** Settings of a plan. */
export class PlanOptionsDto {
  @ApiPropertyOptional({
    description: 'False: the plan is kept, and requests to mask with it are refused (409).',
    default: true,
  })
  enabled: boolean;

  @ApiPropertyOptional({ enum: ['json'], default: 'json', description: 'Only `json`.' })
  default_encoding: 'json';

  @ApiPropertyOptional({ enum: ['utf-8'], default: 'utf-8', description: 'Only `utf-8`.' })
  default_charset: 'utf-8';

  @ApiPropertyOptional({
    enum: LOG_LEVELS,
    default: 'INFO',
    description:
      'Log messages of this level and above come with masked data, unless a request says otherwise.',
  })
  default_log_level: IfmLogLevel;
}

/** New content for a plan. */
export class PlanChangesDto {
  @ApiPropertyOptional({ description: 'The masking ruleset as YAML text.', example: RULESET_EXAMPLE })
  ruleset_yaml?: string;

  @ApiPropertyOptional({ type: PlanOptionsDto })
  options?: PlanOptionsDto;
}

/** A plan's whole content. */
export class PlanReplacementDto {
  @ApiProperty({ description: 'The masking ruleset as YAML text.', example: RULESET_EXAMPLE })
  ruleset_yaml: string;

  @ApiPropertyOptional({ type: PlanOptionsDto })
  options?: PlanOptionsDto;
}

/** A new plan. */
export class NewPlanDto extends PlanReplacementDto {
  @ApiProperty({
    description:
      'Letters, digits, `.`, `_` and `-`. A random ending of six characters is added; the full name is in the answer, and never changes.',
    maxLength: MAX_PLAN_NAME,
    example: 'customer-emails',
  })
  name: string;
}

/** The same as a form. */
export class NewPlanForm {
  @ApiProperty({
    description: 'JSON: the plan without its ruleset.',
    example: '{"name": "customer-emails", "options": {"default_log_level": "WARNING"}}',
  })
  configuration: string;

  @ApiProperty({ type: 'string', format: 'binary', description: 'File with the ruleset as YAML.' })
  ruleset: unknown;
}

export class PlanReplacementForm {
  @ApiProperty({ description: 'JSON: the options.', example: '{"options": {"enabled": true}}' })
  configuration: string;

  @ApiProperty({ type: 'string', format: 'binary', description: 'File with the ruleset as YAML.' })
  ruleset: unknown;
}

export class PlanChangesForm {
  @ApiPropertyOptional({
    description: 'JSON: the options to change.',
    example: '{"options": {"enabled": false}}',
  })
  configuration?: string;

  @ApiPropertyOptional({
    type: 'string',
    format: 'binary',
    description: 'File with the new ruleset as YAML.',
  })
  ruleset?: unknown;
}
