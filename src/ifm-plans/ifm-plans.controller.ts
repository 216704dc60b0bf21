import {
  applyDecorators,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Req,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { IfmRoles } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiWrongShape } from '../common/http/api-wrong-shape.decorator.js';
import { InFlightErrorResponse } from '../common/http/dto/error.response.js';
import { ApiPlanBody } from './dto/plan-body.decorator.js';
import {
  NewPlanDto,
  NewPlanForm,
  PlanChangesDto,
  PlanChangesForm,
  PlanReplacementDto,
  PlanReplacementForm,
} from './dto/plan.dto.js';
import { CHANGES_EXAMPLES, NEW_PLAN_EXAMPLES, REPLACEMENT_EXAMPLES } from './dto/plan.examples.js';
import { PlanListResponse, PlanResponse, toPlanResponse, toPlanSummary } from './dto/plan.response.js';
import { IfmPlansService } from './ifm-plans.service.js';
import { SentPlan, type PlanBody } from './plan-body.js';
import { planForm } from './plan-form.js';
import { readNewPlan, readPlanChanges, readPlanReplacement, readPlanSlice } from './plan-shape.js';
import { PlanViews } from './plan-views.js';

const NAMED = { name: 'name', description: 'Full name of the plan.', example: 'customer-emails-k3v9qa' };
const UNKNOWN = { description: 'There is no plan of this name.', type: InFlightErrorResponse };
const INVALID = 'The ruleset is not valid: `error` says why, with line and column.';

/** A route that changes a plan. */
function ChangesPlan(texts: { readonly summary: string; readonly description: string }): MethodDecorator {
  return applyDecorators(
    UseInterceptors(planForm()),
    ApiOperation(texts),
    ApiParam(NAMED),
    ApiOkResponse({ type: PlanResponse }),
    ApiWrongShape(INVALID),
    ApiNotFoundResponse(UNKNOWN),
  );
}

@ApiTags('Ruleset plans')
@Controller('ifm/ruleset-plans')
export class IfmPlansController {
  constructor(
    private readonly plans: IfmPlansService,
    private readonly views: PlanViews,
  ) {}

  @Get()
  @IfmRoles('mask_runner')
  @ApiOperation({
    summary: 'List plans',
    description: 'Newest first. Mask runners see the plans without their rulesets.',
  })
  @ApiQuery({ name: 'limit', required: false, type: Number, description: '1 to 1000; default 50.' })
  @ApiQuery({ name: 'offset', required: false, type: Number, description: 'Plans to pass over; default 0.' })
  @ApiOkResponse({ type: PlanListResponse })
  async list(@Req() request: Request): Promise<PlanListResponse> {
    const view = this.views.of(request);
    const slice = readPlanSlice(request.query);
    const { plans, total } = await this.plans.list(slice);
    return { items: plans.map((plan) => toPlanSummary(plan, view)), total, ...slice };
  }

  @Post()
  @IfmRoles('mask_builder')
  @UseInterceptors(planForm())
  @ApiOperation({
    summary: 'Create a plan',
    description:
      'Stores a masking ruleset under a name, ready to mask values. The answer has the full name and, in `url` and in the header `Location`, the address for everything that follows. Send JSON with the ruleset as a text in it, or a form with the ruleset as a file.',
  })
  @ApiPlanBody(NewPlanDto, NewPlanForm, NEW_PLAN_EXAMPLES)
  @ApiCreatedResponse({
    type: PlanResponse,
    headers: { Location: { description: 'Address of the plan.', schema: { type: 'string' } } },
  })
  @ApiWrongShape(INVALID)
  async create(
    @CurrentUser() user: AuthenticatedUser,
    @SentPlan() body: PlanBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PlanResponse> {
    const plan = toPlanResponse(await this.plans.create(user, readNewPlan(body)), this.views.of(request));
    response.setHeader('Location', plan.url);
    return plan;
  }

  @Get(':name')
  @IfmRoles('mask_runner')
  @ApiOperation({ summary: 'Show a plan', description: 'Mask runners see it without its ruleset.' })
  @ApiParam(NAMED)
  @ApiOkResponse({ type: PlanResponse })
  @ApiNotFoundResponse(UNKNOWN)
  async get(@Param('name') name: string, @Req() request: Request): Promise<PlanResponse> {
    return toPlanResponse(await this.plans.get(name), this.views.of(request));
  }

  @Put(':name')
  @IfmRoles('mask_builder')
  @ChangesPlan({
    summary: 'Replace a plan’s content',
    description: 'Options that are not sent take their defaults. The name stays, the serial grows by one.',
  })
  @ApiPlanBody(PlanReplacementDto, PlanReplacementForm, REPLACEMENT_EXAMPLES)
  async replace(
    @CurrentUser() user: AuthenticatedUser,
    @Param('name') name: string,
    @SentPlan() body: PlanBody,
    @Req() request: Request,
  ): Promise<PlanResponse> {
    return toPlanResponse(
      await this.plans.replace(user, name, readPlanReplacement(body)),
      this.views.of(request),
    );
  }

  @Patch(':name')
  @IfmRoles('mask_builder')
  @ChangesPlan({
    summary: 'Change parts of a plan',
    description: 'What is not sent stays as it is. The serial grows by one.',
  })
  @ApiPlanBody(PlanChangesDto, PlanChangesForm, CHANGES_EXAMPLES)
  async change(
    @CurrentUser() user: AuthenticatedUser,
    @Param('name') name: string,
    @SentPlan() body: PlanBody,
    @Req() request: Request,
  ): Promise<PlanResponse> {
    return toPlanResponse(await this.plans.change(user, name, readPlanChanges(body)), this.views.of(request));
  }

  @Delete(':name')
  @HttpCode(204)
  @IfmRoles('mask_builder')
  @ApiOperation({ summary: 'Delete a plan', description: 'Nobody can mask with it any more.' })
  @ApiParam(NAMED)
  @ApiNoContentResponse({ description: 'Deleted.' })
  @ApiNotFoundResponse(UNKNOWN)
  remove(@CurrentUser() user: AuthenticatedUser, @Param('name') name: string): Promise<void> {
    return this.plans.remove(user, name);
  }
}
