import { Body, Controller, Get, Param, Query, Req, StreamableFile } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { MaskBuilder } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { PageQuery, sliceOf } from '../common/http/dto/page.dto.js';
import { CreateRoute, RemoveRoute, ShowRoute } from '../common/http/item-routes.decorators.js';
import { UuidPipe } from '../common/http/id-pipes.js';
import { toPage } from '../common/http/page.js';
import {
  PrivacyReportPage,
  PrivacyReportResponse,
  toPrivacyReportResponse,
  toPrivacyReportSummary,
} from './dto/privacy-report.response.js';
import { StartPrivacyReportDto } from './dto/start-privacy-report.dto.js';
import { privacyCsv } from './privacy-csv.js';
import { PrivacyReportsService } from './privacy-reports.service.js';

@ApiTags('Privacy reports')
@Controller('api/privacy-reports')
export class PrivacyReportsController {
  constructor(private readonly reports: PrivacyReportsService) {}

  @CreateRoute({
    summary: 'Measure how well people hide in masked tables (extension)',
    description:
      'Of each table: k-anonymity and uniqueness of the quasi-identifiers before and after masking, how different the values of each column are, and how many of them are the same as before. A worker makes it: ask for the report until its `status` is final. It reads only, and holds numbers alone.',
    type: PrivacyReportResponse,
    invalid: 'A field is not valid, or there is no such connection to a database.',
  })
  @MaskBuilder()
  async start(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: StartPrivacyReportDto,
  ): Promise<PrivacyReportResponse> {
    return toPrivacyReportResponse(await this.reports.start(user, dto));
  }

  @Get()
  @MaskBuilder()
  @ApiOperation({ summary: 'List privacy reports, newest first (extension)' })
  @ApiOkResponse({ type: PrivacyReportPage })
  @ApiInvalidInput('A filter is not valid.')
  async list(@Query() query: PageQuery, @Req() request: Request): Promise<PrivacyReportPage> {
    const [reports, count] = await this.reports.list(sliceOf(query));
    return toPage(reports.map(toPrivacyReportSummary), count, sliceOf(query), request);
  }

  @ShowRoute({ summary: 'Show a privacy report (extension)', type: PrivacyReportResponse })
  @MaskBuilder()
  async get(@Param('id', UuidPipe) id: string): Promise<PrivacyReportResponse> {
    return toPrivacyReportResponse(await this.reports.get(id));
  }

  @Get(':id/csv')
  @MaskBuilder()
  @ApiOperation({ summary: 'Download a privacy report as CSV (extension)' })
  @ApiProduces('text/csv')
  @ApiOkResponse({ description: 'The report.', content: { 'text/csv': { schema: { type: 'string' } } } })
  @ApiNotFoundResponse({ type: ErrorResponse })
  @ApiConflictResponse({ description: 'The report has no figures, or not yet.', type: ErrorResponse })
  async csv(@Param('id', UuidPipe) id: string): Promise<StreamableFile> {
    const { figures } = await this.reports.finished(id);
    return new StreamableFile(Buffer.from(privacyCsv(figures ?? [])), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="privacy-report-${id}.csv"`,
    });
  }

  @RemoveRoute({
    summary: 'Delete a privacy report (extension)',
    description: 'One that is being made ends within seconds.',
  })
  @MaskBuilder()
  remove(@CurrentUser() user: AuthenticatedUser, @Param('id', UuidPipe) id: string): Promise<void> {
    return this.reports.remove(user, id);
  }
}
