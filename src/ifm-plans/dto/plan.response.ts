import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import type { IfmPlan } from '../ifm-plan.entity.js';
import { LOG_LEVELS, type IfmLogLevel, type IfmLogMessage } from '../log-levels.js';
import { PlanOptionsDto } from './plan.dto.js';
import { RULESET_EXAMPLE } from './plan.examples.js';

/** One log message. */
export class LogMessageResponse {
  @ApiProperty({ enum: LOG_LEVELS, example: 'INFO' })
  log_level: IfmLogLevel;

  @ApiProperty({ example: 'The ruleset is ready: 1 rule.' })
  message: string;

  @ApiProperty({ format: 'date-time' })
  timestamp: string;
}

/** A plan as lists show it. */
export class PlanSummaryResponse {
  @ApiProperty({ description: 'With its random ending.', example: 'customer-emails-k3v9qa' })
  name: string;

  @ApiPropertyOptional({ description: 'Not shown to mask runners.', example: RULESET_EXAMPLE })
  ruleset_yaml?: string;

  @ApiProperty({ format: 'date-time' })
  created_time: string;

  @ApiProperty({ format: 'date-time' })
  modified_time: string;

  @ApiProperty({ type: PlanOptionsDto })
  options: PlanOptionsDto;

  @ApiProperty({ description: 'Version: 1 at first, grows by one with each update.', example: 1 })
  serial: number;

  @ApiProperty({
    description: 'Address of the plan. Masking requests go to this address with `mask/` behind it.',
    example: 'https://vizard.example.com/ifm/ruleset-plans/customer-emails-k3v9qa/',
  })
  url: string;
}

/** A plan as its makers see it. */
export class PlanResponse extends PlanSummaryResponse {
  @ApiPropertyOptional({
    type: [LogMessageResponse],
    description: 'What was said while the ruleset was set up. Not shown to mask runners.',
  })
  logs?: LogMessageResponse[];
}

export class PlanListResponse {
  @ApiProperty({ type: [PlanSummaryResponse], description: 'Newest first.' })
  items: PlanSummaryResponse[];

  @ApiProperty({ description: 'Plans in all.', example: 1 })
  total: number;

  @ApiProperty({ example: 50 })
  limit: number;

  @ApiProperty({ example: 0 })
  offset: number;
}

/** How plans are shown to one caller. */
export interface PlanView {
  /** Address of the service, without a final slash. */
  readonly baseUrl: string;
  /** False: the ruleset, and what was said about it, stay hidden. */
  readonly showsRuleset: boolean;
}

export function toPlanResponse(plan: IfmPlan, view: PlanView): PlanResponse {
  const logs = view.showsRuleset ? { logs: plan.logs.map(toLogMessage) } : {};
  return Object.assign(toPlanSummary(plan, view), logs);
}

export function toPlanSummary(plan: IfmPlan, { baseUrl, showsRuleset }: PlanView): PlanSummaryResponse {
  return {
    name: plan.name,
    ...(showsRuleset ? { ruleset_yaml: plan.rulesetYaml } : {}),
    created_time: plan.createdTime.toISOString(),
    modified_time: plan.modifiedTime.toISOString(),
    options: {
      enabled: plan.enabled,
      default_encoding: plan.defaultEncoding,
      default_charset: plan.defaultCharset,
      default_log_level: plan.defaultLogLevel,
    },
    serial: plan.serial,
    url: `${baseUrl}/ifm/ruleset-plans/${plan.name}/`,
  };
}

function toLogMessage({ logLevel, message, timestamp }: IfmLogMessage): LogMessageResponse {
  return { log_level: logLevel, message, timestamp };
}
