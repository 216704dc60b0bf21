import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiExtraModels,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';

import { UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import {
  CommitRulesetDto,
  CommittedRulesetResponse,
  FileCommitResponse,
  RulesetAtCommitQuery,
  RulesetAtCommitResponse,
} from './dto/ruleset-git.dto.js';
import { RulesetGitService } from './ruleset-git.service.js';

const NOT_REACHED = 'Git is not set up, you have no SSH key, or the server refuses it.';

@ApiTags('Git')
@Controller('api/ruleset-git')
export class RulesetGitController {
  constructor(private readonly git: RulesetGitService) {}

  @Get()
  @UserToken()
  @ApiOperation({ summary: 'Show a ruleset as it was at a commit' })
  @ApiOkResponse({ type: RulesetAtCommitResponse })
  @ApiInvalidInput(NOT_REACHED)
  @ApiNotFoundResponse({ description: 'No such commit, or no such file in it.', type: ErrorResponse })
  async atCommit(
    @CurrentUser() user: AuthenticatedUser,
    @Query() query: RulesetAtCommitQuery,
  ): Promise<RulesetAtCommitResponse> {
    return { config_yaml: (await this.git.atCommit(user, query.ruleset_name, query.commit_id)).text };
  }

  @Post()
  @HttpCode(200)
  @UserToken()
  @ApiOperation({
    summary: 'Commit a ruleset and push it',
    description: 'You are the author. Nothing is ever overwritten by force.',
  })
  @ApiOkResponse({ type: CommittedRulesetResponse })
  @ApiInvalidInput(NOT_REACHED)
  @ApiConflictResponse({
    description: 'Someone else changed the same file at the same time.',
    type: ErrorResponse,
  })
  async commit(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: CommitRulesetDto,
  ): Promise<CommittedRulesetResponse> {
    const { commit, branch, file } = await this.git.commit(user, dto);
    return { commit, branch, file };
  }

  @Get('files')
  @UserToken()
  @ApiOperation({ summary: 'List the ruleset files in Git, each with its commits, newest first' })
  @ApiExtraModels(FileCommitResponse)
  @ApiOkResponse({
    schema: {
      type: 'object',
      additionalProperties: { type: 'array', items: { $ref: getSchemaPath(FileCommitResponse) } },
      example: {
        'nightly refresh.yml': [
          {
            commit: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
            date: '2026-05-04T09:30:00+02:00',
            message: 'Mask the new phone columns',
          },
        ],
      },
    },
  })
  @ApiInvalidInput(NOT_REACHED)
  files(@CurrentUser() user: AuthenticatedUser): Promise<Record<string, FileCommitResponse[]>> {
    return this.git.history(user);
  }
}
