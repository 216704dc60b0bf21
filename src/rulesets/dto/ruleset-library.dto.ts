import { PageQuery } from '../../common/http/dto/page.dto.js';
import { ExactFilter, NamespaceFilter } from '../../common/validation/exact-filter.decorators.js';
import { IsLibraryName, IsNamespace } from '../../common/validation/name.decorators.js';
import { IsYamlText } from '../../common/validation/yaml-text.decorator.js';

/** Longest library text, in bytes of UTF-8: it is read again with every ruleset that imports it. */
const MAX_LIBRARY_BYTES = 1024 * 1024;

/** A new library, or new content for one. */
export class RulesetLibraryDto {
  @IsLibraryName({ description: 'Unique in its namespace.', example: 'houses' })
  name: string;

  @IsNamespace()
  namespace?: string | null;

  @IsYamlText({
    maxBytes: MAX_LIBRARY_BYTES,
    description: 'The library as YAML text: `version` and sections of masks, rules, columns and tasks.',
    example: 'version: "1.0"\nmasks:\n  house_number: { type: from_random_number, min: 1, max: 300 }\n',
  })
  config_yaml: string;
}

/** Filters of the list. */
export class RulesetLibrariesQuery extends PageQuery {
  @ExactFilter({ description: 'Only libraries of exactly this name.', example: 'houses' })
  name_exact?: string;

  @NamespaceFilter()
  namespace_exact?: string;
}
