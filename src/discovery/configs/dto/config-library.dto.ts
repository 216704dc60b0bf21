import { ApiProperty } from '@nestjs/swagger';
import { ExactFilter, NamespaceFilter } from '../../../common/validation/exact-filter.decorators.js';
import { IsLibraryName, IsNamespace } from '../../../common/validation/name.decorators.js';
import { IsYamlText } from '../../../common/validation/yaml-text.decorator.js';
import type { UsedLibrary } from '../used-library.js';
import { MAX_CONFIG_BYTES } from './discovery-config.dto.js';
import {
  ConfigErrorsResponse,
  ConfigVerdictResponse,
  toConfigErrors,
  toVerdict,
} from './discovery-config.response.js';

const EXAMPLE = 'labels:\n  - { name: berth, description: Place of a boat, categories: [Custom] }\n';

/** A new library, or new content for one. */
export class ConfigLibraryDto {
  @IsLibraryName({ description: 'Unique in its namespace.', example: 'harbour' })
  name: string;

  @IsNamespace()
  namespace?: string | null;

  @IsYamlText({
    maxBytes: MAX_CONFIG_BYTES,
    description:
      'YAML text with the sections of discovery configs: `labels`, `metadata_rules`, `idd_rules`, `files`.',
    example: EXAMPLE,
  })
  config_yaml: string;
}

/** Filters of the list. */
export class ConfigLibrariesQuery {
  @ExactFilter({ description: 'Only libraries of exactly this name.', example: 'harbour' })
  name_exact?: string;

  @NamespaceFilter()
  namespace_exact?: string;
}

/** A discovery config library without its text. */
export class ConfigLibrarySummaryResponse extends ConfigVerdictResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'harbour' })
  name: string;

  @ApiProperty({ description: 'Empty: the default namespace.', example: 'estate/eu' })
  namespace: string;

  @ApiProperty({ description: 'How many discovery configs import it.', example: 2 })
  usage_count: number;

  @ApiProperty({ format: 'date-time' })
  created: string;

  @ApiProperty({ format: 'date-time' })
  modified: string;
}

/** A discovery config library. */
export class ConfigLibraryResponse extends ConfigLibrarySummaryResponse {
  @ApiProperty({ example: EXAMPLE })
  config_yaml: string;

  @ApiProperty({ type: ConfigErrorsResponse, description: 'All that is wrong, with its place.' })
  errors: ConfigErrorsResponse;
}

export function toConfigLibrarySummary({ library, usageCount }: UsedLibrary): ConfigLibrarySummaryResponse {
  return {
    id: library.id,
    name: library.name,
    namespace: library.namespace,
    ...toVerdict(library.validationErrors),
    usage_count: usageCount,
    created: library.createdTime.toISOString(),
    modified: library.modifiedTime.toISOString(),
  };
}

export function toConfigLibraryResponse(used: UsedLibrary): ConfigLibraryResponse {
  return Object.assign(new ConfigLibraryResponse(), toConfigLibrarySummary(used), {
    config_yaml: used.library.configYaml,
    errors: toConfigErrors(used.library.validationErrors),
  });
}
