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
import { RunValidationResponse, ValidateRunQuery } from './dto/validate-run.dto.js';
import { FileReport } from './files/file-report.js';
import { RunEvents } from './run-events.js';
import { RunRetriesService } from './run-retries.service.js';
import { RunsService } from './runs.service.js';

const RUN_ITEMS = { type: 'array', items: { $ref: getSchemaPath(RunResponse) } };

@ApiTags('Runs')
@ApiExtraModels(Page, RunResponse)
@Controller('api/runs')
export class RunsController {
  constructor(
    private readonly runs: RunsService,
    private readonly events: RunEvents,
    private readonly retries: RunRetriesService,
    private readonly fileReport: FileReport,
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

  @Get('validate/')
  @UserOrApiToken()
  @ApiOperation({
    summary: 'Ask whether a run could be started',
    description:
      'Checks the connection, the ruleset and the options as the start of a run does, and starts nothing. Tables and columns ' +
      'are looked at by the run itself; a run with `dry_run` tells about them without changing anything.',
  })
  @ApiOkResponse({ type: RunValidationResponse })
  @ApiBadRequestResponse({ description: 'A parameter is missing or not valid.' })
  validate(@Query() query: ValidateRunQuery): Promise<RunValidationResponse> {
    return this.runs.validate(query);
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

  @Post(':id/retry/')
  @HttpCode(201)
  @UserOrApiToken()
  @ApiOperation({
    summary: 'Take up a failed run',
    description:
      'Goes on with the task that failed, behind its last committed batch, with the same secret, options and text of the ruleset ' +
      '(one that was mended since needs a new run, which the log says); finished tasks stay done. Possible for a week, and until another run works on the same database. Put right before what ' +
      'the run failed of.',
  })
  @ApiCreatedResponse({ description: 'The run, `queued` again.', type: RunResponse })
  @ApiBadRequestResponse({
    description: 'It has not failed, or it cannot be taken up any more; `detail` says why.',
    type: ErrorResponse,
  })
  @ApiNotFoundResponse({ type: ErrorResponse })
  retry(@CurrentUser() user: AuthenticatedUser, @Param('id', IntIdPipe) id: number): Promise<RunResponse> {
    return this.retries.retry(user, id);
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
  @ApiOperation({
    summary: 'Download the report on the files of a run',
    description:
      'CSV, once the run has ended: one line for each file that a task looked at, with its size and type, why it was ' +
      'skipped or has failed, and how many rows and values were masked in how many seconds.',
  })
  @ApiProduces('text/csv')
  @ApiOkResponse({ description: 'The report.', content: { 'text/csv': { schema: { type: 'string' } } } })
  @ApiNotFoundResponse({ description: 'No such run, or it has no report.', type: ErrorResponse })
  runReport(@Param('id', IntIdPipe) id: number): Promise<string> {
    return this.fileReport.of(id);
  }
}
