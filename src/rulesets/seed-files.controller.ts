import { Controller, Get, Param } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { UserToken } from '../auth/access.decorators.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { UuidPipe } from '../common/http/id-pipes.js';
import { SeedFileResponse, toSeedFileResponse } from './dto/seed-file.response.js';
import { SeedFilesService } from './seed-files.service.js';

@ApiTags('Seeds')
@Controller('api/seeds')
export class SeedFilesController {
  constructor(private readonly seedFiles: SeedFilesService) {}

  @Get()
  @UserToken()
  @ApiOperation({ summary: 'List all seed files' })
  @ApiOkResponse({ type: [SeedFileResponse] })
  async list(): Promise<SeedFileResponse[]> {
    return (await this.seedFiles.list()).map(toSeedFileResponse);
  }

  @Get(':id')
  @UserToken()
  @ApiOperation({ summary: 'Show one seed file' })
  @ApiOkResponse({ type: SeedFileResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  async get(@Param('id', UuidPipe) id: string): Promise<SeedFileResponse> {
    return toSeedFileResponse(await this.seedFiles.get(id));
  }
}
