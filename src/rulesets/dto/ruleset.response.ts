import { ApiProperty } from '@nestjs/swagger';

import type { Ruleset } from '../ruleset.entity.js';
import { VALIDATION_STATUSES, type ValidationFinding, type ValidationStatus } from '../validation-status.js';
import type { ValidityForm } from '../validity-form.js';

const ERROR_TYPES = ['ruleset', 'library_missing', 'library_invalid', 'expansion', 'rg_config'] as const;

type ErrorType = (typeof ERROR_TYPES)[number];

/** One thing that is wrong with a ruleset, or odd about it. */
export class ValidationErrorResponse {
  @ApiProperty({ example: 'Unknown mask "from_fixd"; did you mean "from_fixed"?' })
  message: string;

  @ApiProperty({ enum: ERROR_TYPES })
  validation_error_type: ErrorType;

  @ApiProperty({ enum: ['error', 'warning'] })
  severity: 'error' | 'warning';

  @ApiProperty({ description: 'Stable word for programs.', example: 'unknown_mask' })
  code: string;

  @ApiProperty({ description: 'Place in the ruleset.', example: 'tasks[0].rules[0].masks[0]' })
  path: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Line in the text, from 1; null: the fault lies in a library, and the message says where.',
    example: 8,
  })
  line_number: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Column in the line, from 1.', example: 13 })
  column_number: number | null;
}

/** A ruleset without its text. */
export class RulesetSummaryResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'nightly refresh' })
  name: string;

  @ApiProperty({ enum: ['database', 'file'] })
  mask_type: string;

  @ApiProperty({
    oneOf: [{ type: 'boolean' }, { type: 'string', enum: [...VALIDATION_STATUSES] }],
    description:
      'May runs use it? A boolean, or the validation status where the client asks for it that way.',
  })
  is_valid: boolean | ValidationStatus;

  @ApiProperty({ enum: VALIDATION_STATUSES })
  validation_status: ValidationStatus;

  @ApiProperty({ type: [ValidationErrorResponse] })
  validation_errors: ValidationErrorResponse[];

  @ApiProperty({ type: [ValidationErrorResponse] })
  validation_warnings: ValidationErrorResponse[];

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Branch of the Git commit that holds exactly this text; null, like the next three, when none is known.',
    example: 'main',
  })
  git_branch: string | null;

  @ApiProperty({ type: String, nullable: true, example: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' })
  git_commit_sha: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'git@git.example.org:data/rulesets.git' })
  git_repo_url: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it was pulled or pushed.',
  })
  git_synced_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_time: string;

  @ApiProperty({ format: 'date-time' })
  modified_time: string;
}

/** A ruleset with its text. */
export class RulesetResponse extends RulesetSummaryResponse {
  @ApiProperty()
  config_yaml: string;
}

export class DeletedRulesetResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    description: 'True: runs refer to the ruleset, so it is kept for them, out of sight.',
  })
  archived: boolean;
}

/** What of a ruleset is shown beside its text. */
export const SHOWN_WITHOUT_TEXT = [
  ...(['id', 'name', 'maskType', 'validationStatus', 'validationErrors', 'validationWarnings'] as const),
  ...(['gitBranch', 'gitCommitSha', 'gitRepoUrl', 'gitSyncedAt', 'createdTime', 'modifiedTime'] as const),
] as const satisfies readonly (keyof Ruleset)[];

export type ShownWithoutText = Pick<Ruleset, (typeof SHOWN_WITHOUT_TEXT)[number]>;
export type ShownRuleset = ShownWithoutText & Pick<Ruleset, 'configYaml'>;

export function toRulesetResponse(ruleset: ShownRuleset, form: ValidityForm): RulesetResponse {
  return Object.assign(toRulesetSummary(ruleset, form), { config_yaml: ruleset.configYaml });
}

export function toRulesetSummary(ruleset: ShownWithoutText, form: ValidityForm): RulesetSummaryResponse {
  const { validationStatus } = ruleset;
  return {
    id: ruleset.id,
    name: ruleset.name,
    mask_type: ruleset.maskType,
    is_valid: form === 'enum' ? validationStatus : validationStatus === 'valid',
    validation_status: validationStatus,
    validation_errors: ruleset.validationErrors.map((finding) => toErrorResponse(finding, 'error')),
    validation_warnings: ruleset.validationWarnings.map((finding) => toErrorResponse(finding, 'warning')),
    git_branch: ruleset.gitBranch,
    git_commit_sha: ruleset.gitCommitSha,
    git_repo_url: ruleset.gitRepoUrl,
    git_synced_at: ruleset.gitSyncedAt?.toISOString() ?? null,
    created_time: ruleset.createdTime.toISOString(),
    modified_time: ruleset.modifiedTime.toISOString(),
  };
}

export function toErrorResponse(
  finding: ValidationFinding,
  severity: 'error' | 'warning',
): ValidationErrorResponse {
  const isElsewhere = finding.library !== undefined;
  return {
    message: finding.message,
    validation_error_type: finding.type ?? 'ruleset',
    severity,
    code: finding.code,
    path: finding.path,
    line_number: isElsewhere ? null : finding.line,
    column_number: isElsewhere ? null : finding.column,
  };
}
