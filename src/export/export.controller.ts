import { Body, Controller, Get, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import { MaskBuilder, UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { sentDownload } from '../common/http/download.js';
import { Upload } from '../uploads/upload.decorator.js';
import { Uploaded, type UploadedFile } from '../uploads/uploaded-file.js';
import { ExportQuery } from './dto/export-query.dto.js';
import { ImportDto, ImportResponse } from './dto/import.dto.js';
import { ExportService } from './export.service.js';
import { ImportService } from './import.service.js';

const overwrite = (what: string): { description: string; type: 'boolean' } => ({
  type: 'boolean',
  description: `True: ${what} that exist here take the archive’s content (extension).`,
});

@ApiTags('Export and import')
@Controller('api')
export class ExportController {
  constructor(
    private readonly exports: ExportService,
    private readonly imports: ImportService,
  ) {}

  @Get('export/v1')
  @UserToken()
  @ApiOperation({
    summary: 'Download rulesets, and what they and discoveries rest on, as a zip archive',
    description:
      'Holds `manifest.json`, `rulesets/database/` and `rulesets/file/`; with `all` also `libraries/`, `seeds/`, `discovery-libraries/`, `discovery-configs/` and `generation-configs/`. Deleted rulesets are left out.',
  })
  @ApiProduces('application/zip')
  @ApiOkResponse({ description: 'The archive.', schema: { type: 'string', format: 'binary' } })
  @ApiInvalidInput('The export type is not known.')
  async export(@CurrentUser() user: AuthenticatedUser, @Query() query: ExportQuery): Promise<StreamableFile> {
    return sentDownload(await this.exports.archive(user, query.export_type));
  }

  @Post('import/v1')
  @MaskBuilder()
  @Upload({
    field: 'zip_archive',
    description: 'An archive from an export, of this or another installation.',
    fields: {
      overwrite_rulesets: overwrite('rulesets'),
      overwrite_libraries: overwrite('libraries, of rulesets and of discovery configs,'),
      overwrite_seed_files: overwrite('seed files'),
      overwrite_configs: overwrite('discovery configs and ruleset generation configs'),
    },
  })
  @ApiOperation({
    summary: 'Bring in the rulesets, libraries, seed files and configs of an archive',
    description:
      'By id: a ruleset that exists is left alone, an archived one is taken into use again. By name: identical content is left alone, other content becomes a copy. Everything else is created. Libraries, seed files and configs that exist are left alone.',
  })
  @ApiOkResponse({ description: 'Nothing was created.', type: ImportResponse })
  @ApiCreatedResponse({ description: 'At least one ruleset was created.', type: ImportResponse })
  @ApiInvalidInput('The file is no archive, or one that is not safe to unpack.')
  async import(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: ImportDto,
    @Uploaded('zip_archive') file: UploadedFile,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImportResponse> {
    const { response: body, created } = await this.imports.import(user, dto, file);
    response.status(created ? 201 : 200);
    return body;
  }
}
