import { Body, Controller, Get, Patch, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Admin, UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { GitSettingDto, GitSettingResponse, UpdateGitSettingDto } from './dto/git-setting.dto.js';
import type { GitSetting } from './git-setting.entity.js';
import { GitSettingService } from './git-setting.service.js';

const INVALID = 'A field is not valid, or the repository cannot be reached with your SSH key.';

@ApiTags('Git')
@Controller('api/git-setting')
export class GitSettingController {
  constructor(private readonly setting: GitSettingService) {}

  @Get()
  @UserToken()
  @ApiOperation({ summary: 'Show which Git repository holds the rulesets' })
  @ApiOkResponse({ type: GitSettingResponse })
  async get(): Promise<GitSettingResponse> {
    return toResponse(await this.setting.get());
  }

  @Put()
  @Admin()
  @ApiOperation({
    summary: 'Set the Git repository (extension)',
    description: 'What is left out becomes empty.',
  })
  @ApiOkResponse({ type: GitSettingResponse })
  @ApiInvalidInput(INVALID)
  async replace(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: GitSettingDto,
  ): Promise<GitSettingResponse> {
    return toResponse(await this.setting.change(user, dto, { replace: true }));
  }

  @Patch()
  @Admin()
  @ApiOperation({
    summary: 'Change the Git setting (extension)',
    description: 'What is left out stays as it is.',
  })
  @ApiOkResponse({ type: GitSettingResponse })
  @ApiInvalidInput(INVALID)
  async update(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: UpdateGitSettingDto,
  ): Promise<GitSettingResponse> {
    return toResponse(await this.setting.change(user, dto, { replace: false }));
  }
}

function toResponse(setting: GitSetting): GitSettingResponse {
  return {
    git_repository_url: setting.repositoryUrl,
    git_branch: setting.branch,
    git_directory_path: setting.directoryPath,
    git_known_hosts: setting.knownHosts,
  };
}
