import { Controller, Inject, Param, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/access.decorators.js';
import { InFlightErrorResponse } from '../common/http/dto/error.response.js';
import { CONFIG, type Config } from '../config/config.js';
import { readDocsFile, readRedocFile } from './docs-files.js';
import { DOCS_PAGE } from './docs-page.js';
import { DocumentRoute, PageFileRoute, PageRoute } from './docs-routes.decorators.js';
import { sentFile } from './sent-file.js';
import { OpenApiService } from './openapi.service.js';
import { REDOC_PAGE } from './redoc-page.js';

@ApiTags('Documentation')
@Controller('ifm')
export class InFlightDocsController {
  constructor(
    private readonly openApi: OpenApiService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @DocumentRoute('In-flight masking as an OpenAPI document')
  @Public()
  document(): object {
    return this.openApi.inFlight();
  }

  @PageRoute('docs', 'In-flight masking as a page to read and to try')
  @Public()
  page(): string {
    return DOCS_PAGE;
  }

  @PageFileRoute('docs', {
    summary: 'A file of that page',
    description: 'Style sheet, scripts and icon.',
    example: 'swagger-ui.css',
    notFound: InFlightErrorResponse,
  })
  @Public()
  async file(@Param('file') name: string): Promise<StreamableFile> {
    return sentFile(await readDocsFile(this.config.paths.root, name));
  }

  @PageRoute('redoc', 'In-flight masking as a page to read')
  @Public()
  redoc(): string {
    return REDOC_PAGE;
  }

  @PageFileRoute('redoc', {
    summary: 'A script of that page',
    description: 'For browsers.',
    example: 'redoc.standalone.js',
    notFound: InFlightErrorResponse,
  })
  @Public()
  async redocFile(@Param('file') name: string): Promise<StreamableFile> {
    return sentFile(await readRedocFile(this.config.paths.root, name));
  }
}
