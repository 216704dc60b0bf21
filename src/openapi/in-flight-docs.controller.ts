import { Controller, Get, Header, Inject, Param, type StreamableFile } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/access.decorators.js';
import { InFlightErrorResponse } from '../common/http/dto/error.response.js';
import { CONFIG, type Config } from '../config/config.js';
import { readDocsFile, readRedocFile } from './docs-files.js';
import { DOCS_PAGE } from './docs-page.js';
import { sentFile } from './sent-file.js';
import { OpenApiService } from './openapi.service.js';
import { REDOC_PAGE } from './redoc-page.js';

const HTML = { description: 'HTML.', content: { 'text/html': { schema: { type: 'string' } } } } as const;
const FILE = {
  description: 'The file.',
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
} as const;

@ApiTags('Documentation')
@Controller('ifm')
export class InFlightDocsController {
  constructor(
    private readonly openApi: OpenApiService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('openapi.json')
  @Public()
  @ApiOperation({
    summary: 'In-flight masking as an OpenAPI document',
    description: 'To generate clients from, for example.',
  })
  @ApiOkResponse({ description: 'OpenAPI 3.', schema: { type: 'object', additionalProperties: true } })
  document(): object {
    return this.openApi.inFlight();
  }

  @Get('docs')
  @Public()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @ApiOperation({ summary: 'In-flight masking as a page to read and to try', description: 'For browsers.' })
  @ApiOkResponse(HTML)
  page(): string {
    return DOCS_PAGE;
  }

  @Get('docs/:file')
  @Public()
  @Header('Cache-Control', 'public, max-age=3600')
  @ApiOperation({ summary: 'A file of that page', description: 'Style sheet, scripts and icon.' })
  @ApiParam({ name: 'file', example: 'swagger-ui.css' })
  @ApiOkResponse(FILE)
  @ApiNotFoundResponse({ type: InFlightErrorResponse })
  async file(@Param('file') name: string): Promise<StreamableFile> {
    return sentFile(await readDocsFile(this.config.paths.root, name));
  }

  @Get('redoc')
  @Public()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @ApiOperation({ summary: 'In-flight masking as a page to read', description: 'For browsers.' })
  @ApiOkResponse(HTML)
  redoc(): string {
    return REDOC_PAGE;
  }

  @Get('redoc/:file')
  @Public()
  @Header('Cache-Control', 'public, max-age=3600')
  @ApiOperation({ summary: 'A script of that page', description: 'For browsers.' })
  @ApiParam({ name: 'file', example: 'redoc.standalone.js' })
  @ApiOkResponse(FILE)
  @ApiNotFoundResponse({ type: InFlightErrorResponse })
  async redocFile(@Param('file') name: string): Promise<StreamableFile> {
    return sentFile(await readRedocFile(this.config.paths.root, name));
  }
}
