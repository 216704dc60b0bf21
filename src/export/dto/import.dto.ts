import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

import { VALIDATION_STATUSES, type ValidationStatus } from '../../rulesets/validation-status.js';
import type { TextKind } from '../archive-layout.js';
import { IMPORT_STATUSES, type ImportStatus, type NamedOutcome } from '../import-outcome.js';
import type { RulesetOutcome } from '../import-rulesets.js';

const Switch = (): PropertyDecorator => (target, key) => {
  IsOptional()(target, key);
  IsIn(['true', 'false', ''], { message: 'Must be true or false.' })(target, key);
};

/** What comes beside the archive; texts, since it is a form. */
export class ImportDto {
  @Switch() overwrite_rulesets?: string;
  @Switch() overwrite_libraries?: string;
  @Switch() overwrite_seed_files?: string;
  @Switch() overwrite_configs?: string;
}

export class ImportedRulesetResponse {
  @ApiProperty({ description: 'Name in the archive.', example: 'nightly refresh' })
  exported_name: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Null: the archive has no manifest.',
  })
  exported_id: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null: it could not be imported.',
    example: 'nightly refresh Copy',
  })
  imported_name: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uuid' })
  imported_id: string | null;

  @ApiProperty({ enum: ['database', 'file'] })
  ruleset_type: string;

  @ApiProperty({ enum: IMPORT_STATUSES })
  status: ImportStatus;

  @ApiProperty({
    enum: VALIDATION_STATUSES,
    nullable: true,
    description:
      'May runs use it? Null: it could not be imported. Long ones are `in_progress` at first (extension).',
  })
  is_valid: ValidationStatus | null;

  @ApiProperty({ description: 'For people; programs go by `status`.', example: 'Created.' })
  message: string;
}

export class ImportedItemResponse {
  @ApiProperty({
    description: 'Of libraries with the namespace, of discovery configs with the type before it.',
    example: 'estate/eu/houses',
  })
  exported_name: string;

  @ApiProperty({ enum: IMPORT_STATUSES })
  status: ImportStatus;

  @ApiProperty({ description: 'For people; programs go by `status`.', example: 'Created.' })
  message: string;
}

export class ImportCountsResponse {
  @ApiProperty({ example: 3 })
  processed: number;

  @ApiProperty({ example: 1 })
  created: number;

  @ApiProperty({ example: 0 })
  restored: number;

  @ApiProperty({ example: 0 })
  error: number;
}

export class ImportedRulesetsResponse {
  @ApiProperty()
  metadata: ImportCountsResponse;

  @ApiProperty({ type: [ImportedRulesetResponse] })
  data: ImportedRulesetResponse[];
}

export class ImportedItemsResponse {
  @ApiProperty()
  metadata: ImportCountsResponse;

  @ApiProperty({ type: [ImportedItemResponse] })
  data: ImportedItemResponse[];
}

export class ImportDataResponse {
  @ApiProperty()
  rulesets: ImportedRulesetsResponse;

  @ApiProperty({ description: 'Libraries in the archive (extension).' })
  libraries: ImportedItemsResponse;

  @ApiProperty({ description: 'Seed files in the archive (extension).' })
  seed_files: ImportedItemsResponse;

  @ApiProperty({ description: 'Libraries of discovery configs in the archive (extension).' })
  discovery_config_libraries: ImportedItemsResponse;

  @ApiProperty({ description: 'Discovery configs in the archive (extension).' })
  discovery_configs: ImportedItemsResponse;

  @ApiProperty({ description: 'Ruleset generation configs in the archive (extension).' })
  generation_configs: ImportedItemsResponse;
}

/** What became of everything in the archive. */
export class ImportResponse {
  @ApiProperty()
  data: ImportDataResponse;
}

/** What became of each kind of thing. */
export interface ImportOutcomes extends Readonly<Record<TextKind | 'seed_files', readonly NamedOutcome[]>> {
  readonly rulesets: readonly RulesetOutcome[];
}

export function toImportResponse(
  { rulesets, ...others }: ImportOutcomes,
  verdicts: ReadonlyMap<string, ValidationStatus>,
): ImportResponse {
  return {
    data: {
      rulesets: {
        metadata: counted(rulesets),
        data: rulesets.map((outcome) => ({
          exported_name: outcome.exportedName,
          exported_id: outcome.exportedId,
          imported_name: outcome.importedName,
          imported_id: outcome.importedId,
          ruleset_type: outcome.type,
          status: outcome.status,
          is_valid: verdicts.get(outcome.importedId ?? '') ?? null,
          message: outcome.message,
        })),
      },
      libraries: toItems(others.libraries),
      seed_files: toItems(others.seed_files),
      discovery_config_libraries: toItems(others.discovery_config_libraries),
      discovery_configs: toItems(others.discovery_configs),
      generation_configs: toItems(others.generation_configs),
    },
  };
}

function toItems(outcomes: readonly NamedOutcome[]): ImportedItemsResponse {
  return {
    metadata: counted(outcomes),
    data: outcomes.map(({ exportedName, status, message }) => ({
      exported_name: exportedName,
      status,
      message,
    })),
  };
}

function counted(outcomes: readonly { readonly status: ImportStatus }[]): ImportCountsResponse {
  const count = (...statuses: ImportStatus[]): number =>
    outcomes.filter(({ status }) => statuses.includes(status)).length;
  return {
    processed: outcomes.length,
    created: count('CREATED', 'CREATED_DUPLICATE'),
    restored: count('RESTORED'),
    error: count('ERROR'),
  };
}
