import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { MaskBuilder } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { PreviewDto } from './dto/preview.dto.js';
import { PreviewResponse, toPreviewResponse } from './dto/preview.response.js';
import { PREVIEW_LIMIT } from './preview/preview-budget.js';
import { PreviewService } from './preview/preview.service.js';

@ApiTags('Rulesets')
@Controller('api/rulesets/preview')
export class PreviewController {
  constructor(private readonly previews: PreviewService) {}

  @Post()
  @HttpCode(200)
  @MaskBuilder()
  @ApiOperation({
    summary: 'Show what a ruleset makes of a few rows',
    description:
      'Masks given records or documents, or the first rows of each table of a connection in key order, and shows values ' +
      'before and after. Nothing is written. Showing rows of a connection is noted in the audit log. One preview masks at ' +
      `most ${PREVIEW_LIMIT} characters: those of records and documents count once for each task (of \`mask_file\`: for ` +
      'each rule), those of a connection where they are read.',
  })
  @ApiOkResponse({ type: PreviewResponse })
  @ApiInvalidInput('A field is not valid, the rows could not be read, or they are too much for a preview.')
  async preview(@CurrentUser() user: AuthenticatedUser, @Body() dto: PreviewDto): Promise<PreviewResponse> {
    return toPreviewResponse(await this.previews.preview(user, dto));
  }
}
