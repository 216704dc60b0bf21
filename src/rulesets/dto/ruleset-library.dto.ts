import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';

import { PageQuery } from '../../common/http/dto/page.dto.js';
import { IsText } from '../../common/validation/text.decorators.js';
import { IsRulesetText } from './ruleset-text.decorator.js';

const NO_CONTROLS = /^\P{Cc}*$/u;

/** Longest library text, in bytes of UTF-8: it is read again with every ruleset that imports it. */
const MAX_LIBRARY_BYTES = 1024 * 1024;

/** A new library, or new content for one. */
export class RulesetLibraryDto {
  @IsText({ description: 'Unique in its namespace.', example: 'houses', max: 255 })
  @Matches(NO_CONTROLS, { message: 'May not contain control characters.' })
  @Matches(/\S/u, { message: 'May not be blank.' })
  @Matches(/^[^/#]*$/u, { message: 'May not contain "/" or "#": rulesets write them around the name.' })
  name: string;

  @IsNamespace()
  namespace?: string | null;

  @IsRulesetText({
    maxBytes: MAX_LIBRARY_BYTES,
    description: 'The library as YAML text: `version` and sections of masks, rules, columns and tasks.',
    example: 'version: "1.0"\nmasks:\n  house_number: { type: from_random_number, min: 1, max: 300 }\n',
  })
  config_yaml: string;
}

/** Filters of the list. */
export class RulesetLibrariesQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'Only libraries of exactly this name.', example: 'houses' })
  @IsOptional()
  @IsString({ message: 'Must be a text.' })
  name_exact?: string;

  @ApiPropertyOptional({
    description: 'Only libraries of exactly this namespace; empty: the default one.',
    example: 'estate/eu',
  })
  @IsOptional()
  @IsString({ message: 'Must be a text.' })
  namespace_exact?: string;
}

function IsNamespace(): PropertyDecorator {
  return applyDecorators(
    IsText({
      description: 'Parts with slashes between them; left out or empty: the default namespace.',
      example: 'estate/eu',
      optional: true,
      min: 0,
      max: 255,
    }),
    Matches(NO_CONTROLS, { message: 'May not contain control characters.' }),
    Matches(/^$|^[^/#]+(\/[^/#]+)*$/u, {
      message: 'Must be parts with one slash between them and without "#", such as estate/eu.',
    }),
    Matches(/^$|\S/u, { message: 'May not be blank.' }),
  );
}
