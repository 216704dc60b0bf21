import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { PageQuery } from '../../../common/http/dto/page.dto.js';
import { ExactFilter } from '../../../common/validation/exact-filter.decorators.js';
import { IsName } from '../../../common/validation/name.decorators.js';
import { IsYamlText } from '../../../common/validation/yaml-text.decorator.js';
import type { DiscoveryTarget } from '../../../engine/index.js';

export const CONFIG_TYPES = ['database', 'file'] as const satisfies DiscoveryTarget[];
const TYPE_TEXT = { message: 'Must be database or file.' };

/** Longest text, in bytes of UTF-8. */
export const MAX_CONFIG_BYTES = 1024 * 1024;

export const CONFIG_EXAMPLE = `labels:
  - name: vessel_owner
    description: Owner of a registered boat
    categories: [PII]
metadata_rules:
  - label: vessel_owner
    column: { type: regex, pattern: '(boat|vessel)_?owner' }
  - label: email
    column: { type: built_in }
idd_rules:
  - { label: email, type: built_in }
`;

/** A new discovery config, or new content for one. */
export class DiscoveryConfigDto {
  @IsName({ description: 'Unique among the discovery configs of its type.', example: 'boats' })
  name: string;

  @IsYamlText({
    maxBytes: MAX_CONFIG_BYTES,
    description:
      'YAML text: `labels`, `metadata_rules` for the names of columns, `idd_rules` for their values, `imports` of libraries; for files also `files` with `include`.',
    example: CONFIG_EXAMPLE,
  })
  config_yaml: string;

  @ApiProperty({ enum: CONFIG_TYPES, description: 'What it is for.' })
  @IsIn(CONFIG_TYPES, TYPE_TEXT)
  config_type: DiscoveryTarget;
}

/** What a config is for. */
export class ConfigTypeQuery {
  @ApiPropertyOptional({ enum: CONFIG_TYPES, description: 'For databases (the default), or for files.' })
  @IsOptional()
  @IsIn(CONFIG_TYPES, TYPE_TEXT)
  config_type?: DiscoveryTarget;
}

/** Filters of the list. */
export class DiscoveryConfigsQuery extends PageQuery {
  @ExactFilter({ description: 'Only the configs of exactly this name.', example: 'boats' })
  name_exact?: string;

  @ApiPropertyOptional({ enum: CONFIG_TYPES, description: 'Only configs of this type.' })
  @IsOptional()
  @IsIn(CONFIG_TYPES, TYPE_TEXT)
  config_type?: DiscoveryTarget;
}

/** In which zone times are shown. */
export class SnapshotQuery {
  @ApiPropertyOptional({ description: 'Zone of the times in the header, as an offset.', example: '+02:00' })
  @IsOptional()
  @IsString({ message: 'Must be a text.' })
  timezone?: string;
}
