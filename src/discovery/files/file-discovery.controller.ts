import { Body, Controller, Get, HttpCode, Param, Post, StreamableFile } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Readable } from 'node:stream';
import { UserOrApiToken, UserToken } from '../../auth/access.decorators.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { CurrentUser } from '../../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../../common/http/dto/error.response.js';
import { IntIdPipe } from '../../common/http/id-pipes.js';
import type { StartedRun } from '../discovery.service.js';
import { FileDiscoveryResultResponse } from './dto/file-discovery.response.js';
import { StartConfiguredFileDiscoveryDto, StartFileDiscoveryDto } from './dto/start-file-discovery.dto.js';
import { FileDiscoveryService } from './file-discovery.service.js';

const RUN = { description: 'The run that discovers.', schema: { $ref: '#/components/schemas/RunResponse' } };

@ApiTags('Discovery')
@Controller('api')
export class FileDiscoveryController {
  constructor(private readonly discovery: FileDiscoveryService) {}

  @Post('run-file-data-discovery/')
  @HttpCode(201)
  @UserToken()
  @ApiOperation({
    summary: 'Look for sensitive data in files',
    description:
      'Starts a run that looks at CSV, JSON, NDJSON and Parquet files (told by their extension alone) and says which columns and attributes are sensitive: by their names, and by some of their values when `in_data_discovery` is enabled. Nothing is changed. Without `include`, `skip` and `recurse` all such files of the base directory are looked at, not those in its folders.',
  })
  @ApiCreatedResponse(RUN)
  @ApiInvalidInput('A field is not valid, or a pattern cannot be used.')
  start(@CurrentUser() user: AuthenticatedUser, @Body() body: StartFileDiscoveryDto): Promise<StartedRun> {
    return this.discovery.start(user, body);
  }

  @Post('run-file-data-discovery/v2/')
  @HttpCode(201)
  @UserToken()
  @ApiOperation({
    summary: 'Look for sensitive data in files by a config',
    description:
      'As `POST /api/run-file-data-discovery/`; what is to be found stands in a discovery config that was stored before.',
  })
  @ApiCreatedResponse(RUN)
  @ApiInvalidInput('A field is not valid, or there is no such config.')
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
    const text = await this.discovery.results(id);
    return new StreamableFile(Readable.from(text, { objectMode: false }), {
      type: 'application/json; charset=utf-8',
    });
  }
}
