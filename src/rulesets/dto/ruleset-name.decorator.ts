import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';

import { IsText } from '../../common/validation/text.decorators.js';

/** Rulesets are found by name; the name also becomes a file name in exports. */
export function IsRulesetName(): PropertyDecorator {
  return applyDecorators(
    IsText({ description: 'Unique among rulesets of the same type.', example: 'nightly refresh', max: 255 }),
    Matches(/^\P{Cc}*$/u, { message: 'May not contain control characters.' }),
    Matches(/\S/u, { message: 'May not be blank.' }),
  );
}
