import { Body, Controller, Delete, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';

import { MaskBuilder, UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { Flagged } from '../common/http/flagged.decorator.js';
import { UuidPipe } from '../common/http/id-pipes.js';
import { ReplaceRoute, ShowRoute } from '../common/http/item-routes.decorators.js';
import { RulesetDto } from './dto/ruleset.dto.js';
import { RULESET_EXAMPLES } from './dto/ruleset.examples.js';
import {
  DeletedRulesetResponse,
  RulesetResponse,
  RulesetSummaryResponse,
  toRulesetResponse,
  toRulesetSummary,
} from './dto/ruleset.response.js';
import { RulesetsService } from './rulesets.service.js';
import { AskedValidityForm } from './validity-form.decorator.js';
import type { ValidityForm } from './validity-form.js';

@ApiTags('Rulesets')
@Controller('api')
export class RulesetsController {
  constructor(private readonly rulesets: RulesetsService) {}

  @Get('rulesets')
  @UserToken()
  @ApiOperation({ summary: 'List all rulesets' })
  @ApiOkResponse({ type: [RulesetResponse] })
  async list(@AskedValidityForm() form: ValidityForm): Promise<RulesetResponse[]> {
    return (await this.rulesets.list()).map((ruleset) => toRulesetResponse(ruleset, form));
  }

  @Get('v2/rulesets')
  @UserToken()
  @ApiOperation({ summary: 'List all rulesets without their text; `is_valid` is the validation status' })
  @ApiOkResponse({ type: [RulesetSummaryResponse] })
  async listV2(): Promise<RulesetSummaryResponse[]> {
    return (await this.rulesets.listWithoutTexts()).map((ruleset) => toRulesetSummary(ruleset, 'enum'));
  }

  @Post('rulesets')
  @MaskBuilder()
  @ApiBody({ type: RulesetDto, examples: RULESET_EXAMPLES })
  @ApiOperation({
    summary: 'Create a ruleset',
    description:
      'A text that is not valid is stored too, with the reasons in `validation_errors`. Texts of 60 KiB and more answer ' +
      '`in_progress`: ask again until `validation_status` changes.',
  })
  @ApiQuery({
    name: 'upsert',
    required: false,
    type: Boolean,
    description: 'True: overwrite the ruleset of the same name and type if there is one.',
  })
  @ApiCreatedResponse({ description: 'Created.', type: RulesetResponse })
  @ApiOkResponse({ description: 'Overwritten (`upsert` only).', type: RulesetResponse })
  @ApiInvalidInput('A field is not valid, or the name is taken.')
  async create(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: RulesetDto,
    @Flagged('upsert') upsert: boolean,
    @AskedValidityForm() form: ValidityForm,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RulesetResponse> {
    const { ruleset, created } = await this.rulesets.create(user, dto, { upsert });
    response.status(created ? 201 : 200);
    return toRulesetResponse(ruleset, form);
  }

  @ShowRoute({ path: 'rulesets/:id', summary: 'Show one ruleset', type: RulesetResponse })
  @UserToken()
  async get(
    @Param('id', UuidPipe) id: string,
    @AskedValidityForm() form: ValidityForm,
  ): Promise<RulesetResponse> {
    return toRulesetResponse(await this.rulesets.get(id), form);
  }

  @ReplaceRoute({
    path: 'rulesets/:id',
    summary: 'Give a ruleset new content',
    description: 'Without `mask_type` it keeps its type.',
    type: RulesetResponse,
    invalid: 'A field is not valid, or the name is taken.',
  })
  @MaskBuilder()
  async replace(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
    @Body() dto: RulesetDto,
    @AskedValidityForm() form: ValidityForm,
  ): Promise<RulesetResponse> {
    return toRulesetResponse(await this.rulesets.replace(user, id, dto), form);
  }

  @Delete('rulesets/:id')
  @HttpCode(200)
  @MaskBuilder()
  @ApiOperation({
    summary: 'Delete a ruleset',
    description: 'Runs that used it keep it, out of sight of everyone else.',
  })
  @ApiOkResponse({ type: DeletedRulesetResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  remove(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', UuidPipe) id: string,
  ): Promise<DeletedRulesetResponse> {
    return this.rulesets.remove(user, id);
  }
}
