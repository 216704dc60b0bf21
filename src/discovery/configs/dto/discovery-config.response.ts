import { ApiProperty } from '@nestjs/swagger';
import { Page } from '../../../common/http/dto/page.dto.js';
import type { DiscoveryTarget } from '../../../engine/index.js';
import type { ValidationFinding } from '../../../rulesets/validation-status.js';
import type { DiscoveryConfig } from '../discovery-config.entity.js';
import { CONFIG_EXAMPLE, CONFIG_TYPES } from './discovery-config.dto.js';

/** Something that is wrong with the text. */
export class ConfigErrorResponse {
  @ApiProperty({ example: 'The label "vessel_ovner" is not known. Did you mean "vessel_owner"?' })
  message: string;

  @ApiProperty({ example: 'unknown_label' })
  code: string;

  @ApiProperty({
    description: 'From 1. Null: in an imported library.',
    type: Number,
    nullable: true,
    example: 6,
  })
  line_number: number | null;

  @ApiProperty({ description: 'From 1.', type: Number, nullable: true, example: 12 })
  column_number: number | null;
}

export class ConfigErrorsResponse {
  @ApiProperty({ type: [ConfigErrorResponse] })
  config_yaml: ConfigErrorResponse[];
}

/** Whether a stored text can be used, and why not. */
export class ConfigVerdictResponse {
  @ApiProperty({ enum: ['valid', 'invalid'], description: 'Can it be used?' })
  is_valid: 'valid' | 'invalid';

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What is wrong first; null: nothing is.',
    example: null,
  })
  validation_error: string | null;
}

/** A discovery config without its text. */
export class DiscoveryConfigSummaryResponse extends ConfigVerdictResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'boats' })
  name: string;

  @ApiProperty({ enum: CONFIG_TYPES })
  config_type: DiscoveryTarget;

  @ApiProperty({ format: 'date-time' })
  created: string;

  @ApiProperty({ format: 'date-time' })
  modified: string;
}

/** A discovery config. */
export class DiscoveryConfigResponse extends DiscoveryConfigSummaryResponse {
  @ApiProperty({ example: CONFIG_EXAMPLE })
  config_yaml: string;

  @ApiProperty({ type: ConfigErrorsResponse, description: 'All that is wrong, with its place.' })
  errors: ConfigErrorsResponse;
}

export class DiscoveryConfigPage extends Page<DiscoveryConfigSummaryResponse> {
  @ApiProperty({ type: [DiscoveryConfigSummaryResponse] })
  declare results: DiscoveryConfigSummaryResponse[];
}

export function toVerdict(
  findings: readonly ValidationFinding[],
): Pick<ConfigVerdictResponse, 'is_valid' | 'validation_error'> {
  const [first] = findings;
  return {
    is_valid: first === undefined ? 'valid' : 'invalid',
    validation_error: first === undefined ? null : placed(first),
  };
}

export function toConfigErrors(findings: readonly ValidationFinding[]): ConfigErrorsResponse {
  return {
    config_yaml: findings.map(({ message, code, line, column, library }) => ({
      ...{ message, code },
      line_number: library === undefined ? line : null,
      column_number: library === undefined ? column : null,
    })),
  };
}

export function toDiscoveryConfigSummary(config: DiscoveryConfig): DiscoveryConfigSummaryResponse {
  return {
    id: config.id,
    name: config.name,
    config_type: config.configType,
    ...toVerdict(config.validationErrors),
    created: config.createdTime.toISOString(),
    modified: config.modifiedTime.toISOString(),
  };
}

export function toDiscoveryConfigResponse(config: DiscoveryConfig): DiscoveryConfigResponse {
  return Object.assign(new DiscoveryConfigResponse(), toDiscoveryConfigSummary(config), {
    config_yaml: config.configYaml,
    errors: toConfigErrors(config.validationErrors),
  });
}

/** The place of a fault in a library is in its message already. */
function placed({ message, line, column, library }: ValidationFinding): string {
  return library === undefined ? `Line ${line}, column ${column}: ${message}` : message;
}
