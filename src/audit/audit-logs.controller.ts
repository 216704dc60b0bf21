import { Controller, Get, Header, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { UserToken } from '../auth/access.decorators.js';
import { AuditReaderService, MAX_SHOWN } from './audit-reader.service.js';
import { AuditLogResponse } from './dto/audit-log.response.js';

@ApiTags('Audit log')
@Controller('api/audit-logs')
export class AuditLogsController {
  constructor(private readonly reader: AuditReaderService) {}

  @Get()
  @UserToken()
  @ApiOperation({
    summary: 'Show the audit log',
    description: `Who logged in, who changed what, who started which run: newest first, at most ${MAX_SHOWN} entries. The download has all of them.`,
  })
  @ApiOkResponse({ type: [AuditLogResponse] })
  latest(): Promise<AuditLogResponse[]> {
    return this.reader.latest();
  }

  @Get('download')
  @UserToken()
  @Header('Content-Disposition', 'attachment; filename="audit-logs.csv"')
  @ApiOperation({
    summary: 'Download the audit log',
    description:
      'The whole log as CSV with the columns timestamp, username, category, action, description. Texts that a spreadsheet would take for a formula begin with an apostrophe.',
  })
  @ApiProduces('text/csv')
  @ApiOkResponse({ description: 'CSV.', content: { 'text/csv': { schema: { type: 'string' } } } })
  download(): StreamableFile {
    return new StreamableFile(this.reader.csv(), { type: 'text/csv; charset=utf-8' });
  }
}
