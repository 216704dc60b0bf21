import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res, Sse } from '@nestjs/common';
import type { MessageEvent } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { UserOrApiToken, UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { Page } from '../common/http/dto/page.dto.js';
import { IntIdPipe } from '../common/http/id-pipes.js';
import { toPage } from '../common/http/page.js';
import { CreateRunDto, creationStatus } from './dto/create-run.dto.js';
import { CREATE_RUN_EXAMPLES } from './dto/create-run.examples.js';
import { ListRunsQuery } from './dto/list-runs.dto.js';
import { RunLogResponse } from './dto/run-log.response.js';
import { RunResponse } from './dto/run.response.js';
import { RunEvents } from './run-events.js';
import { RunsService } from './runs.service.js';

const RUN_ITEMS = { type: 'array', items: { $ref: getSchemaPath(RunResponse) } };

@ApiTags('Runs')
@ApiExtraModels(Page, RunResponse)
@Controller('api/runs')
export class RunsController {
  constructor(
    private readonly runs: RunsService,
    private readonly events: RunEvents,
  ) {}

  @Get('/')
  @UserOrApiToken()
  @ApiOperation({
    summary: 'List runs, newest first',
    description: 'A page when `limit` is given, else all.',
  })
  @ApiOkResponse({
    schema: {
      oneOf: [RUN_ITEMS, { allOf: [{ $ref: getSchemaPath(Page) }, { properties: { results: RUN_ITEMS } }] }],
    },
  })
  @ApiBadRequestResponse({ description: 'A filter is not valid.' })
  async list(
    @Query() query: ListRunsQuery,
    @Req() request: Request,
  ): Promise<RunResponse[] | Page<RunResponse>> {
    const { runs, count, slice } = await this.runs.list(query);
    return slice === null ? runs : toPage(runs, count, slice, request);
  }

  @Post('/')
  @HttpCode(200)
  @UserOrApiToken()
  @ApiOperation({
    summary: 'Start a run',
    description:
      'Tables and columns are checked against the database before the first write. `options` may be empty, but names in it that ' +
      'are not known are refused, so that no wish is passed over.',
  })
  @ApiBody({ type: CreateRunDto, examples: CREATE_RUN_EXAMPLES })
  @ApiOkResponse({ description: 'Asked for with `source_connection`.', type: RunResponse })
  @ApiCreatedResponse({ description: 'Asked for with `connection` alone.', type: RunResponse })
  @ApiBadRequestResponse({ description: 'A field is not valid, or the run cannot be started.' })
  create(
    @CurrentUser() user: AuthenticatedUser,
    @Body() body: CreateRunDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RunResponse> {
    response.status(creationStatus(body));
    return this.runs.create(user, body);
  }

  @Get(':id/')
  @UserOrApiToken()
  @ApiOperation({ summary: 'Show one run and how far it is' })
  @ApiOkResponse({ type: RunResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  get(@Param('id', IntIdPipe) id: number): Promise<RunResponse> {
    return this.runs.get(id);
  }

  @Post(':id/cancel/')
  @HttpCode(201)
  @UserOrApiToken()
  @ApiOperation({
    summary: 'Cancel a run',
    description: 'Batches that are committed stay; the log says how many rows that are.',
  })
  @ApiCreatedResponse({ type: RunResponse })
  @ApiBadRequestResponse({ description: 'It has ended, or is being cancelled already.', type: ErrorResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  cancel(@CurrentUser() user: AuthenticatedUser, @Param('id', IntIdPipe) id: number): Promise<RunResponse> {
    return this.runs.cancel(user, id);
  }

  @Get(':id/log/')
  @UserOrApiToken()
  @ApiOperation({ summary: 'Read the log of a run', description: 'Lines are only ever added at the end.' })
  @ApiOkResponse({ type: [RunLogResponse] })
  @ApiNotFoundResponse({ type: ErrorResponse })
  log(@Param('id', IntIdPipe) id: number): Promise<RunLogResponse[]> {
    return this.runs.log(id);
  }

  @Sse(':id/events/')
  @UserOrApiToken()
  @ApiOperation({
    summary: 'Follow a run',
    description:
      'Events `progress`, `status` and `heartbeat`; the stream ends by itself when the run is final.',
  })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({
    description: 'The stream.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  @ApiNotFoundResponse({ type: ErrorResponse })
  follow(@Param('id', IntIdPipe) id: number): Promise<Observable<MessageEvent>> {
    return this.events.stream(id);
  }

  @Get(':id/run-report/')
  @UserToken()
  @ApiOperation({ summary: 'Download the report on the files of a run' })
  @ApiProduces('text/csv')
  @ApiOkResponse({ description: 'The report.', content: { 'text/csv': { schema: { type: 'string' } } } })
  @ApiNotFoundResponse({ description: 'No such run, or it has no report.', type: ErrorResponse })
  runReport(@Param('id', IntIdPipe) id: number): Promise<string> {
    return this.runs.runReport(id);
  }

  @Get(':id/sdd-report/')
  @UserToken()
  @ApiOperation({ summary: 'Download the report on sensitive data of a run' })
  @ApiProduces('text/csv')
  @ApiOkResponse({ description: 'The report.', content: { 'text/csv': { schema: { type: 'string' } } } })
  @ApiNotFoundResponse({ description: 'No such run, or it has no report.', type: ErrorResponse })
  sddReport(@Param('id', IntIdPipe) id: number): Promise<string> {
    return this.runs.sddReport(id);
  }
}
