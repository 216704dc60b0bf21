import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';

import { IsText } from '../../common/validation/text.decorators.js';

const NAME = {
  description: 'Name of the ruleset; its file is called so, with `.yml` appended.',
  example: 'nightly refresh',
  max: 250,
};

/** Which version of which ruleset. */
export class RulesetAtCommitQuery {
  @IsText({
    description: 'Id of a commit of the branch; at least its first 4 digits.',
    example: '4b825dc6',
    min: 4,
    max: 64,
  })
  @Matches(/^[0-9a-fA-F]*$/, { message: 'Must be the id of a commit: digits and the letters a to f.' })
  commit_id: string;

  @IsText(NAME)
  ruleset_name: string;
}

export class RulesetAtCommitResponse {
  @ApiProperty({
    description: 'The ruleset as it was at this commit.',
    example: "version: '1.0'\ntasks: []\n",
  })
  config_yaml: string;
}

/** A version of a ruleset to keep in Git. */
export class CommitRulesetDto {
  @IsText({
    description: 'Says what was changed, for those who read the history.',
    example: 'Mask the new phone columns',
    max: 10_000,
  })
  @Matches(/\S/u, { message: 'May not be blank.' })
  commit_message: string;

  @IsText(NAME)
  ruleset_name: string;

  @IsText({ description: 'The ruleset (YAML).', example: "version: '1.0'\ntasks: []\n", max: 10_000_000 })
  ruleset_content: string;
}

/** The commit that now holds the ruleset. */
export class CommittedRulesetResponse {
  @ApiProperty({ example: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' })
  commit: string;

  @ApiProperty({ example: 'main' })
  branch: string;

  @ApiProperty({
    description: 'Path of the file in the repository.',
    example: 'rulesets/nightly refresh.yml',
  })
  file: string;
}

export class FileCommitResponse {
  @ApiProperty({ example: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' })
  commit: string;

  @ApiProperty({ format: 'date-time', example: '2026-05-04T09:30:00+02:00' })
  date: string;

  @ApiProperty({ example: 'Mask the new phone columns' })
  message: string;
}
