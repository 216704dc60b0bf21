import { Body, Controller, Get, Param, Patch, Query, Req } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';

import { LibraryManager, UserToken } from '../../auth/access.decorators.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { CurrentUser } from '../../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../../common/http/dto/error.response.js';
import { PageQuery, sliceOf } from '../../common/http/dto/page.dto.js';
import { Flagged } from '../../common/http/flagged.decorator.js';
import { UuidPipe } from '../../common/http/id-pipes.js';
import {
  CreateRoute,
  RemoveRoute,
  ReplaceRoute,
  ShowRoute,
} from '../../common/http/item-routes.decorators.js';
import { toPage } from '../../common/http/page.js';
import { RulesetLibrariesQuery, RulesetLibraryDto } from '../dto/ruleset-library.dto.js';
import {
  RulesetLibraryPage,
  RulesetLibraryResponse,
  RulesetSummaryPage,
  toLibraryResponse,
  toLibrarySummary,
} from '../dto/ruleset-library.response.js';
import { toRulesetSummary } from '../dto/ruleset.response.js';
import { RulesetLibrariesService } from './ruleset-libraries.service.js';

@ApiTags('Ruleset libraries')
@Controller('api/ruleset-libraries')
export class RulesetLibrariesController {
  constructor(private readonly libraries: RulesetLibrariesService) {}

  @Get()
  @UserToken()
  @ApiOperation({ summary: 'List ruleset libraries without their text, by namespace and name' })
  @ApiOkResponse({ type: RulesetLibraryPage })
  @ApiInvalidInput('A filter is not valid.')
  async list(@Query() query: RulesetLibrariesQuery, @Req() request: Request): Promise<RulesetLibraryPage> {
    const [libraries, count] = await this.libraries.list(query);
    return toPage(libraries.map(toLibrarySummary), count, sliceOf(query), request);
  }

  @CreateRoute({
    summary: 'Create a ruleset library',
    description:
      'Rulesets name it under `imports` and refer to its parts by `$ref: "namespace/name#section/key"`. A text that is not ' +
      'valid is stored too, with the reasons in `validation_errors`. Rulesets that import a library of this name already are ' +
      'checked again.',
    type: RulesetLibraryResponse,
    invalid: 'A field is not valid, or the name is taken in this namespace.',
  })
  @LibraryManager()
  async create(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: RulesetLibraryDto,
  ): Promise<RulesetLibraryResponse> {
    return toLibraryResponse(await this.libraries.create(user, dto));
  }

  @ShowRoute({ summary: 'Show one ruleset library', type: RulesetLibraryResponse })
  @UserToken()
  async get(@Param('id', UuidPipe) id: string): Promise<RulesetLibraryResponse> {
    return toLibraryResponse(await this.libraries.get(id));
  }

  @ReplaceRoute({
    summary: 'Give a ruleset library new content',
    description: 'Rulesets that import it are checked again. While there are such, its name cannot change.',
    type: RulesetLibraryResponse,
    invalid: 'A field is not valid, or the name is taken in this namespace.',
    conflict: 'Rulesets import it by its present name.',
  })
  @LibraryManager()
  async replace(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Body() dto: RulesetLibraryDto,
  ): Promise<RulesetLibraryResponse> {
    return toLibraryResponse(await this.libraries.replace(user, id, dto));
  }

  @Patch(':id')
  @LibraryManager()
  @ApiOperation({
    summary: 'Check a ruleset library again',
    description: 'Without a body, or with `{}`. Rulesets that import it are checked again, too.',
  })
  @ApiOkResponse({ type: RulesetLibraryResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  async revalidate(@Param('id', UuidPipe) id: string): Promise<RulesetLibraryResponse> {
    return toLibraryResponse(await this.libraries.revalidate(id));
  }

  @RemoveRoute({
    summary: 'Delete a ruleset library',
    conflict: 'Rulesets import it.',
    force: 'True: delete it although rulesets import it; they are no longer valid then.',
  })
  @LibraryManager()
  remove(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Flagged('force') force: boolean,
  ): Promise<void> {
    return this.libraries.remove(user, id, { force });
  }

  @Get(':id/rulesets')
  @UserToken()
  @ApiOperation({ summary: 'List the rulesets that import a library, without their text' })
  @ApiOkResponse({ type: RulesetSummaryPage })
  @ApiInvalidInput('A parameter is not valid.')
  @ApiNotFoundResponse({ type: ErrorResponse })
  async importers(
    @Param('id', UuidPipe) id: string,
    @Query() query: PageQuery,
    @Req() request: Request,
  ): Promise<RulesetSummaryPage> {
    const [rulesets, count] = await this.libraries.importers(id, sliceOf(query));
    const shown = rulesets.map((ruleset) => toRulesetSummary(ruleset, 'enum'));
    return toPage(shown, count, sliceOf(query), request);
  }
}
