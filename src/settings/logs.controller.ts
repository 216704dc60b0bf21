import { Controller, Get, Header, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';

import { Admin } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { LogsQuery } from './dto/logs.dto.js';
import { LogsService } from './logs.service.js';

@ApiTags('Installation')
@Controller('api/logs')
export class LogsController {
  constructor(private readonly logs: LogsService) {}

  @Get('download')
  @Admin()
  @Header('Content-Disposition', 'attachment; filename="application-logs.tar.gz"')
  @ApiOperation({
    summary: 'Download recent logs',
    description:
      'A tar.gz with the recent log lines, as JSON, of the processes on this machine. They hold no secrets and no data values.',
  })
  @ApiProduces('application/gzip')
  @ApiOkResponse({
    description: 'The archive.',
    content: { 'application/gzip': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiInvalidInput('There are no such logs.')
  async download(
    @CurrentUser() user: AuthenticatedUser,
    @Query() _query: LogsQuery,
  ): Promise<StreamableFile> {
    return new StreamableFile(await this.logs.archive(user), { type: 'application/gzip' });
  }
}
