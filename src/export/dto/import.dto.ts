import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

import { VALIDATION_STATUSES, type ValidationStatus } from '../../rulesets/validation-status.js';
import { IMPORT_STATUSES, type ImportStatus, type RulesetOutcome } from '../import-rulesets.js';
import type { LibraryOutcome } from '../import-libraries.js';
import type { SeedOutcome } from '../import-seeds.js';

const Switch = (): PropertyDecorator => (target, key) => {
  IsOptional()(target, key);
  IsIn(['true', 'false', ''], { message: 'Must be true or false.' })(target, key);
};

/** What comes beside the archive; texts, since it is a form. */
export class ImportDto {
  @Switch() overwrite_rulesets?: string;
  @Switch() overwrite_libraries?: string;
  @Switch() overwrite_seed_files?: string;
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

export class ImportedLibraryResponse {
  @ApiProperty({ description: 'Namespace and name.', example: 'estate/eu/houses' })
  exported_name: string;

  @ApiProperty({ enum: IMPORT_STATUSES })
  status: ImportStatus;

  @ApiProperty({ description: 'For people; programs go by `status`.', example: 'Created.' })
  message: string;
}

export class ImportedSeedFileResponse {
  @ApiProperty({ example: 'towns.csv' })
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

export class ImportedLibrariesResponse {
  @ApiProperty()
  metadata: ImportCountsResponse;

  @ApiProperty({ type: [ImportedLibraryResponse] })
  data: ImportedLibraryResponse[];
}

export class ImportedSeedFilesResponse {
  @ApiProperty()
  metadata: ImportCountsResponse;

  @ApiProperty({ type: [ImportedSeedFileResponse] })
  data: ImportedSeedFileResponse[];
}

export class ImportDataResponse {
  @ApiProperty()
  rulesets: ImportedRulesetsResponse;

  @ApiProperty({ description: 'Libraries in the archive (extension).' })
  libraries: ImportedLibrariesResponse;

  @ApiProperty({ description: 'Seed files in the archive (extension).' })
  seed_files: ImportedSeedFilesResponse;
}

/** What became of everything in the archive. */
export class ImportResponse {
  @ApiProperty()
  data: ImportDataResponse;
}

/** What became of each kind of thing. */
export interface ImportOutcomes {
  readonly rulesets: readonly RulesetOutcome[];
  readonly libraries: readonly LibraryOutcome[];
  readonly seeds: readonly SeedOutcome[];
}

export function toImportResponse(
  { rulesets, libraries, seeds }: ImportOutcomes,
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
      libraries: {
        metadata: counted(libraries),
        data: libraries.map(({ path, status, message }) => ({ exported_name: path, status, message })),
      },
      seed_files: {
        metadata: counted(seeds),
        data: seeds.map(({ name, status, message }) => ({ exported_name: name, status, message })),
      },
    },
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
