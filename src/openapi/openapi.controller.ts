import { Controller, Get, Header, Inject, Param, type StreamableFile } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/access.decorators.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { CONFIG, type Config } from '../config/config.js';
import { readDocsFile } from './docs-files.js';
import { DOCS_PAGE } from './docs-page.js';
import { OpenApiService } from './openapi.service.js';
import { sentFile } from './sent-file.js';

@ApiTags('Documentation')
@Controller('api')
export class OpenApiController {
  constructor(
    private readonly openApi: OpenApiService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('openapi.json')
  @Public()
  @ApiOperation({
    summary: 'This API as an OpenAPI document',
    description: 'To generate clients from, for example.',
  })
  @ApiOkResponse({ description: 'OpenAPI 3.', schema: { type: 'object', additionalProperties: true } })
  document(): object {
    return this.openApi.document();
  }

  @Get('docs')
  @Public()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @ApiOperation({ summary: 'This API as a page to read and to try', description: 'For browsers.' })
  @ApiOkResponse({ description: 'HTML.', content: { 'text/html': { schema: { type: 'string' } } } })
  page(): string {
    return DOCS_PAGE;
  }

  @Get('docs/:file')
  @Public()
  @Header('Cache-Control', 'public, max-age=3600')
  @ApiOperation({
    summary: 'A file of the documentation page',
    description: 'Style sheet, scripts and icon.',
  })
  @ApiParam({ name: 'file', example: 'swagger-ui.css' })
  @ApiOkResponse({
    description: 'The file.',
    content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiNotFoundResponse({ type: ErrorResponse })
  async file(@Param('file') name: string): Promise<StreamableFile> {
    return sentFile(await readDocsFile(this.config.paths.root, name));
  }
}
