import { ApiProperty } from '@nestjs/swagger';

import { Page } from '../../common/http/dto/page.dto.js';
import type { RulesetLibrary } from '../libraries/ruleset-library.entity.js';
import { VALIDATION_STATUSES, type ValidationStatus } from '../validation-status.js';
import { RulesetSummaryResponse, toErrorResponse, ValidationErrorResponse } from './ruleset.response.js';

/** A library without its text. */
export class RulesetLibrarySummaryResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'houses' })
  name: string;

  @ApiProperty({ description: 'Empty: the default namespace.', example: 'estate/eu' })
  namespace: string;

  @ApiProperty({ enum: VALIDATION_STATUSES, description: 'May rulesets import it?' })
  is_valid: ValidationStatus;

  @ApiProperty({ type: [ValidationErrorResponse] })
  validation_errors: ValidationErrorResponse[];

  @ApiProperty({ type: [ValidationErrorResponse] })
  validation_warnings: ValidationErrorResponse[];

  @ApiProperty({ format: 'date-time' })
  created: string;

  @ApiProperty({ format: 'date-time' })
  modified: string;
}

/** A library with its text. */
export class RulesetLibraryResponse extends RulesetLibrarySummaryResponse {
  @ApiProperty()
  config_yaml: string;
}

export class RulesetLibraryPage extends Page<RulesetLibrarySummaryResponse> {
  @ApiProperty({ type: [RulesetLibrarySummaryResponse] })
  declare results: RulesetLibrarySummaryResponse[];
}

export class RulesetSummaryPage extends Page<RulesetSummaryResponse> {
  @ApiProperty({ type: [RulesetSummaryResponse] })
  declare results: RulesetSummaryResponse[];
}

export function toLibrarySummary(library: RulesetLibrary): RulesetLibrarySummaryResponse {
  return {
    id: library.id,
    name: library.name,
    namespace: library.namespace,
    is_valid: library.validationStatus,
    validation_errors: library.validationErrors.map((finding) => toErrorResponse(finding, 'error')),
    validation_warnings: library.validationWarnings.map((finding) => toErrorResponse(finding, 'warning')),
    created: library.createdTime.toISOString(),
    modified: library.modifiedTime.toISOString(),
  };
}

export function toLibraryResponse(library: RulesetLibrary): RulesetLibraryResponse {
  return Object.assign(new RulesetLibraryResponse(), toLibrarySummary(library), {
    config_yaml: library.configYaml,
  });
}
