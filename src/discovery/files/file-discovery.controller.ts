import { Body, Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { UserOrApiToken, UserToken } from '../../auth/access.decorators.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { CurrentUser } from '../../auth/current-user.decorator.js';
import { ErrorResponse } from '../../common/http/dto/error.response.js';
import { IntIdPipe } from '../../common/http/id-pipes.js';
import { sentJson } from '../../common/http/sent-json.js';
import type { StartedRun } from '../discovery.service.js';
import { StartDiscoveryRoute } from '../start-discovery-route.decorator.js';
import { FileDiscoveryResultResponse } from './dto/file-discovery.response.js';
import { StartConfiguredFileDiscoveryDto, StartFileDiscoveryDto } from './dto/start-file-discovery.dto.js';
import { FileDiscoveryService } from './file-discovery.service.js';

@ApiTags('Discovery')
@Controller('api')
export class FileDiscoveryController {
  constructor(private readonly discovery: FileDiscoveryService) {}

  @StartDiscoveryRoute('run-file-data-discovery/', {
    summary: 'Look for sensitive data in files',
    description:
      'Starts a run that looks at CSV, JSON, NDJSON and Parquet files (told by their extension alone) and says which columns and attributes are sensitive: by their names, and by some of their values when `in_data_discovery` is enabled. Nothing is changed. Without `include`, `skip` and `recurse` all such files of the base directory are looked at, not those in its folders.',
    invalid: 'A field is not valid, or a pattern cannot be used.',
  })
  @UserToken()
  start(@CurrentUser() user: AuthenticatedUser, @Body() body: StartFileDiscoveryDto): Promise<StartedRun> {
    return this.discovery.start(user, body);
  }

  @StartDiscoveryRoute('run-file-data-discovery/v2/', {
    summary: 'Look for sensitive data in files by a config',
    description:
      'As `POST /api/run-file-data-discovery/`; what is to be found stands in a discovery config that was stored before.',
    invalid: 'A field is not valid, or there is no such config.',
  })
  @UserToken()
  startConfigured(
    @CurrentUser() user: AuthenticatedUser,
    @Body() body: StartConfiguredFileDiscoveryDto,
  ): Promise<StartedRun> {
    return this.discovery.startConfigured(user, body);
  }

  @Get('runs/:id/file-discovery-results/')
  @UserOrApiToken()
  @ApiOperation({
    summary: 'Show what a file data discovery found',
    description:
      'Files of one type with the same columns or attributes make one group. Empty while the discovery works.',
  })
  @ApiOkResponse({ type: [FileDiscoveryResultResponse] })
  @ApiBadRequestResponse({ description: 'The run is no file data discovery.', type: ErrorResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  async results(@Param('id', IntIdPipe) id: number): Promise<StreamableFile> {
    return sentJson(await this.discovery.results(id));
  }
}
