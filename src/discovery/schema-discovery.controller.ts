import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, StreamableFile } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Readable } from 'node:stream';
import type { Request } from 'express';
import { UserOrApiToken, UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { PageQuery, sliceOf } from '../common/http/dto/page.dto.js';
import { IntIdPipe, UuidPipe } from '../common/http/id-pipes.js';
import { toPage } from '../common/http/page.js';
import { DiscoveryService } from './discovery.service.js';
import type { StartedRun } from './discovery.service.js';
import { ConnectionDiscoveryResponse, SchemaResultsPage } from './dto/schema-discovery.response.js';
import { StartConfiguredDiscoveryDto, StartSchemaDiscoveryDto } from './dto/start-discovery.dto.js';

const RUN = { description: 'The run that discovers.', schema: { $ref: '#/components/schemas/RunResponse' } };

@ApiTags('Discovery')
@Controller('api/schema-discovery')
export class SchemaDiscoveryController {
  constructor(private readonly discovery: DiscoveryService) {}

  @Post('/')
  @HttpCode(201)
  @UserToken()
  @ApiOperation({
    summary: 'Look for sensitive columns in a database',
    description:
      'Starts a run that lists all tables and columns and tells which are sensitive: by their names, and by some of their values when `in_data_discovery` is enabled. Nothing is changed. Its results take the place of those of earlier discoveries of the connection.',
  })
  @ApiCreatedResponse(RUN)
  @ApiInvalidInput('A field is not valid, or a pattern cannot be used.')
  start(@CurrentUser() user: AuthenticatedUser, @Body() body: StartSchemaDiscoveryDto): Promise<StartedRun> {
    return this.discovery.start(user, body);
  }

  @Post('v2/')
  @HttpCode(201)
  @UserToken()
  @ApiOperation({
    summary: 'Look for sensitive columns in a database by a config',
    description:
      'As `POST /api/schema-discovery/`; what is to be found stands in a discovery config that was stored before.',
  })
  @ApiCreatedResponse(RUN)
  @ApiInvalidInput('A field is not valid, or there is no such config.')
  startConfigured(
    @CurrentUser() user: AuthenticatedUser,
    @Body() body: StartConfiguredDiscoveryDto,
  ): Promise<StartedRun> {
    return this.discovery.startConfigured(user, body);
  }

  @Get('v2/:runId/')
  @UserOrApiToken()
  @ApiOperation({
    summary: 'List the columns that a discovery found',
    description:
      'Column by column, in pages. Empty while the discovery works, and after a newer one has ended.',
  })
  @ApiOkResponse({ type: SchemaResultsPage })
  @ApiBadRequestResponse({ description: 'The run is no schema discovery.', type: ErrorResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  async columns(
    @Param('runId', IntIdPipe) runId: number,
    @Query() query: PageQuery,
    @Req() request: Request,
  ): Promise<SchemaResultsPage> {
    const slice = sliceOf(query);
    const { results, count, tableMetadata } = await this.discovery.columns(runId, slice);
    return Object.assign(toPage(results, count, slice, request), { table_metadata: tableMetadata });
  }

  @Get(':connectionId/')
  @UserOrApiToken()
  @ApiOperation({ summary: 'Show all that the last discovery of a connection found' })
  @ApiOkResponse({ type: ConnectionDiscoveryResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  async ofConnection(@Param('connectionId', UuidPipe) connectionId: string): Promise<StreamableFile> {
    const text = await this.discovery.ofConnection(connectionId);
    return new StreamableFile(Readable.from(text, { objectMode: false }), {
      type: 'application/json; charset=utf-8',
    });
  }
}
