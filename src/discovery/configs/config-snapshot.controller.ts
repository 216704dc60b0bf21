import { Controller, Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { UserOrApiToken } from '../../auth/access.decorators.js';
import { ApiInvalidInput } from '../../common/http/api-invalid-input.decorator.js';
import { sentDownload } from '../../common/http/download.js';
import { ErrorResponse } from '../../common/http/dto/error.response.js';
import { IntIdPipe } from '../../common/http/id-pipes.js';
import { SnapshotQuery } from './dto/discovery-config.dto.js';
import { SnapshotDownloads } from './snapshot-downloads.js';

@ApiTags('Discovery configs')
@Controller('api/discovery/runs')
export class ConfigSnapshotController {
  constructor(private readonly snapshots: SnapshotDownloads) {}

  @Get(':id/config-snapshot')
  @UserOrApiToken()
  @ApiOperation({
    summary: 'Download the config that a discovery was started by',
    description:
      'A zip with one YAML file: the config as it was when the run was started, with its libraries written out. ' +
      'Comments on top tell which config it was, and whether it was changed since.',
  })
  @ApiProduces('application/zip')
  @ApiOkResponse({
    description: 'The zip.',
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiInvalidInput('The zone is not valid.')
  @ApiNotFoundResponse({
    description: 'No such run, or it was started without a config.',
    type: ErrorResponse,
  })
  async download(@Param('id', IntIdPipe) id: number, @Query() query: SnapshotQuery): Promise<StreamableFile> {
    return sentDownload(await this.snapshots.of(id, query.timezone ?? '+00:00'));
  }
}
