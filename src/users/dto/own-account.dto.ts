import { ApiProperty } from '@nestjs/swagger';
import { IsText } from '../../common/validation/text.decorators.js';

const GIT_DIRECTORY = {
  description:
    'Directory of the Git repository that holds this user’s rulesets, in place of the one set for the whole installation; empty: no override. Without Git integration it has no effect.',
  example: 'rulesets/team-a',
};

/** Settings that belong to one user alone. */
export class ProfileResponse {
  @ApiProperty(GIT_DIRECTORY)
  git_directory_path: string;
}

export class UpdateProfileDto {
  @IsText({ ...GIT_DIRECTORY, optional: true, min: 0, max: 1_000 })
  git_directory_path?: string | null;
}

export class ApiTokenResponse {
  @ApiProperty({
    description: 'API token: send it as `Authorization: Token <api_token>`. It never expires.',
    example: '0f3a5c1e9b7d2468ace013579bdf02468ace1357',
  })
  api_token: string;
}

export class TemporaryPasswordResponse {
  @ApiProperty({ description: 'Hand it to the user: it is shown only now.', example: 'kT7vQ2mZx9LwB4nR' })
  password: string;
}
