import { ApiProperty } from '@nestjs/swagger';

import { IsText } from '../../common/validation/text.decorators.js';

const URL_TEXT = {
  description:
    'SSH address of the repository that holds the rulesets; empty: Git integration is off. Saving checks it with the SSH key of the administrator who saves, if one is uploaded.',
  example: 'git@git.example.org:data/rulesets.git',
};
const BRANCH_TEXT = { description: 'Empty: the default branch of the repository.', example: 'main' };
const DIRECTORY_TEXT = {
  description:
    'Directory of the repository that holds the rulesets; empty: its root. Subdirectories are left alone.',
  example: 'rulesets',
};
const KNOWN_HOSTS_TEXT = {
  description:
    'Lines in the form of OpenSSH’s known_hosts: servers that show another key are refused. Empty: the key that the server shows first is trusted from then on.',
  example: 'git.example.org ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA',
};

/** Where rulesets are kept in Git, for the whole installation. */
export class GitSettingResponse {
  @ApiProperty(URL_TEXT)
  git_repository_url: string;

  @ApiProperty(BRANCH_TEXT)
  git_branch: string;

  @ApiProperty(DIRECTORY_TEXT)
  git_directory_path: string;

  @ApiProperty({ ...KNOWN_HOSTS_TEXT, description: `${KNOWN_HOSTS_TEXT.description} (extension)` })
  git_known_hosts: string;
}

/** A new setting; what is left out becomes empty. */
export class GitSettingDto {
  @IsText({ ...URL_TEXT, min: 0, max: 2_048 })
  git_repository_url: string;

  @IsText({ ...BRANCH_TEXT, optional: true, min: 0, max: 255 })
  git_branch?: string | null;

  @IsText({ ...DIRECTORY_TEXT, optional: true, min: 0, max: 1_000 })
  git_directory_path?: string | null;

  @IsText({ ...KNOWN_HOSTS_TEXT, optional: true, min: 0, max: 100_000 })
  git_known_hosts?: string | null;
}

/** Changes; what is left out stays. */
export class UpdateGitSettingDto {
  @IsText({ ...URL_TEXT, optional: true, min: 0, max: 2_048 })
  git_repository_url?: string | null;

  @IsText({ ...BRANCH_TEXT, optional: true, min: 0, max: 255 })
  git_branch?: string | null;

  @IsText({ ...DIRECTORY_TEXT, optional: true, min: 0, max: 1_000 })
  git_directory_path?: string | null;

  @IsText({ ...KNOWN_HOSTS_TEXT, optional: true, min: 0, max: 100_000 })
  git_known_hosts?: string | null;
}
