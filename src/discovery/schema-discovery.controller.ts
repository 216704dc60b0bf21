import { Body, Controller, Get, Param, Query, Req, type StreamableFile } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { UserOrApiToken, UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { PageQuery, sliceOf } from '../common/http/dto/page.dto.js';
import { IntIdPipe, UuidPipe } from '../common/http/id-pipes.js';
import { toPage } from '../common/http/page.js';
import { sentJson } from '../common/http/sent-json.js';
import { DiscoveryService } from './discovery.service.js';
import type { StartedRun } from './discovery.service.js';
import { ConnectionDiscoveryResponse, SchemaResultsPage } from './dto/schema-discovery.response.js';
import { StartConfiguredDiscoveryDto, StartSchemaDiscoveryDto } from './dto/start-discovery.dto.js';
import { StartDiscoveryRoute } from './start-discovery-route.decorator.js';

@ApiTags('Discovery')
@Controller('api/schema-discovery')
export class SchemaDiscoveryController {
  constructor(private readonly discovery: DiscoveryService) {}

  @StartDiscoveryRoute('/', {
    summary: 'Look for sensitive columns in a database',
    description:
      'Starts a run that lists all tables and columns and tells which are sensitive: by their names, and by some of their values when `in_data_discovery` is enabled. Nothing is changed. Its results take the place of those of earlier discoveries of the connection.',
    invalid: 'A field is not valid, or a pattern cannot be used.',
  })
  @UserToken()
  start(@CurrentUser() user: AuthenticatedUser, @Body() body: StartSchemaDiscoveryDto): Promise<StartedRun> {
    return this.discovery.start(user, body);
  }

  @StartDiscoveryRoute('v2/', {
    summary: 'Look for sensitive columns in a database by a config',
    description:
      'As `POST /api/schema-discovery/`; what is to be found stands in a discovery config that was stored before.',
    invalid: 'A field is not valid, or there is no such config.',
  })
  @UserToken()
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
    return sentJson(await this.discovery.ofConnection(connectionId));
  }
}
