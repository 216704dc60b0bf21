import { Controller, Get, Header, Query, Req, StreamableFile } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { Page } from '../common/http/dto/page.dto.js';
import { toPage } from '../common/http/page.js';
import { AuditReaderService, MAX_SHOWN } from './audit-reader.service.js';
import { AuditLogResponse } from './dto/audit-log.response.js';
import { AuditDownloadQuery, AuditQuery } from './dto/audit-query.dto.js';

const ITEMS = { type: 'array', items: { $ref: getSchemaPath(AuditLogResponse) } };

@ApiTags('Audit log')
@ApiExtraModels(Page, AuditLogResponse)
@Controller('api/audit-logs')
export class AuditLogsController {
  constructor(private readonly reader: AuditReaderService) {}

  @Get()
  @UserToken()
  @ApiOperation({
    summary: 'Show the audit log',
    description: `Who logged in, who changed what, who started which run: newest first. A page when \`limit\` is given, else a list of at most ${MAX_SHOWN} entries. The download has all of them.`,
  })
  @ApiOkResponse({
    schema: {
      oneOf: [ITEMS, { allOf: [{ $ref: getSchemaPath(Page) }, { properties: { results: ITEMS } }] }],
    },
  })
  @ApiInvalidInput('A filter is not valid.')
  async list(
    @Query() query: AuditQuery,
    @Req() request: Request,
  ): Promise<AuditLogResponse[] | Page<AuditLogResponse>> {
    const { entries, count, slice } = await this.reader.find(query);
    return slice === null ? entries : toPage(entries, count, slice, request);
  }

  @Get('download')
  @UserToken()
  @Header('Content-Disposition', 'attachment; filename="audit-logs.csv"')
  @ApiOperation({
    summary: 'Download the audit log',
    description:
      'The whole log, or what fits the filters, as CSV with the columns timestamp, username, category, action, description. Texts that a spreadsheet would take for a formula begin with an apostrophe.',
  })
  @ApiProduces('text/csv')
  @ApiOkResponse({ description: 'CSV.', content: { 'text/csv': { schema: { type: 'string' } } } })
  @ApiInvalidInput('A filter is not valid.')
  async download(
    @CurrentUser() user: AuthenticatedUser,
    @Query() query: AuditDownloadQuery,
  ): Promise<StreamableFile> {
    return new StreamableFile(await this.reader.csv(user, query), { type: 'text/csv; charset=utf-8' });
  }
}
