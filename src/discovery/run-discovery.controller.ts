import { Controller, Delete, Get, HttpCode, Param, Query, StreamableFile } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { UserOrApiToken, UserToken } from '../auth/access.decorators.js';
import { sentDownload } from '../common/http/download.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { IntIdPipe } from '../common/http/id-pipes.js';
import { DiscoveryDownloads } from './discovery-downloads.js';
import { DiscoveryService } from './discovery.service.js';
import { ReportQuery } from './dto/report.query.js';

const CSV = { description: 'The report.', content: { 'text/csv': { schema: { type: 'string' } } } } as const;

@ApiTags('Discovery')
@Controller('api/runs')
export class RunDiscoveryController {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly downloads: DiscoveryDownloads,
  ) {}

  @Get(':id/sdd-report/')
  @UserToken()
  @ApiOperation({
    summary: 'Download the report on sensitive data of a run',
    description:
      'For runs with a `run_data_discovery` task: each sensitive column, and the lines of the ruleset that mask it.',
  })
  @ApiProduces('text/csv')
  @ApiOkResponse(CSV)
  @ApiNotFoundResponse({ description: 'No such run, or it has no report.', type: ErrorResponse })
  async sddReport(@Param('id', IntIdPipe) id: number): Promise<StreamableFile> {
    const text = await this.downloads.sdd(id);
    return new StreamableFile(Buffer.from(text), { type: 'text/csv; charset=utf-8' });
  }

  @Get(':id/db-discovery-results/report/')
  @UserOrApiToken()
  @ApiOperation({
    summary: 'Download all columns that a schema discovery found',
    description:
      'As CSV; a large report as a zip of numbered CSV files. Sensitive columns are selected: change the column `Selected` and send the file back to generate a ruleset.',
  })
  @ApiProduces('text/csv', 'application/zip')
  @ApiOkResponse(CSV)
  @ApiNotFoundResponse({ description: 'No such run, or it has no results.', type: ErrorResponse })
  async report(@Param('id', IntIdPipe) id: number, @Query() query: ReportQuery): Promise<StreamableFile> {
    return sentDownload(await this.downloads.columns(id, query.include_selection_column));
  }

  @Delete(':id/db-discovery-results/')
  @HttpCode(204)
  @UserToken()
  @ApiOperation({ summary: 'Delete what a schema discovery found', description: 'The run itself stays.' })
  @ApiNoContentResponse()
  @ApiBadRequestResponse({ description: 'The run is no schema discovery.', type: ErrorResponse })
  @ApiNotFoundResponse({ type: ErrorResponse })
  remove(@Param('id', IntIdPipe) id: number): Promise<void> {
    return this.discovery.remove(id);
  }
}
