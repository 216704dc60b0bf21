import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

import { IsRulesetName } from './ruleset-name.decorator.js';
import { IsRulesetText } from './ruleset-text.decorator.js';

/** A new ruleset, or new content for one. */
export class RulesetDto {
  @IsRulesetName()
  name: string;

  @IsRulesetText()
  config_yaml: string;

  @ApiPropertyOptional({
    enum: ['database', 'file'],
    description: 'What the ruleset is for; a new one without it is for databases.',
  })
  @IsOptional()
  @IsIn(['database', 'file'], { message: 'Must be database or file.' })
  mask_type?: 'database' | 'file' | null;
}
