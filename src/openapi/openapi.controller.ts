import { Controller, Inject, Param, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/access.decorators.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { CONFIG, type Config } from '../config/config.js';
import { readDocsFile } from './docs-files.js';
import { DOCS_PAGE } from './docs-page.js';
import { DocumentRoute, PageFileRoute, PageRoute } from './docs-routes.decorators.js';
import { OpenApiService } from './openapi.service.js';
import { sentFile } from './sent-file.js';

@ApiTags('Documentation')
@Controller('api')
export class OpenApiController {
  constructor(
    private readonly openApi: OpenApiService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @DocumentRoute('This API as an OpenAPI document')
  @Public()
  document(): object {
    return this.openApi.document();
  }

  @PageRoute('docs', 'This API as a page to read and to try')
  @Public()
  page(): string {
    return DOCS_PAGE;
  }

  @PageFileRoute('docs', {
    summary: 'A file of the documentation page',
    description: 'Style sheet, scripts and icon.',
    example: 'swagger-ui.css',
    notFound: ErrorResponse,
  })
  @Public()
  async file(@Param('file') name: string): Promise<StreamableFile> {
    return sentFile(await readDocsFile(this.config.paths.root, name));
  }
}
