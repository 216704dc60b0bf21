import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { UserToken } from '../auth/access.decorators.js';
import { describeMasks } from '../engine/index.js';
import { ListedMaskResponse, toMaskResponse } from './dto/mask.response.js';

@ApiTags('Rulesets')
@Controller('api/masks')
export class MasksController {
  @Get()
  @UserToken()
  @ApiOperation({ summary: 'List the masks that rulesets can use, with their parameters' })
  @ApiOkResponse({ type: [ListedMaskResponse] })
  list(): ListedMaskResponse[] {
    return describeMasks().map(toMaskResponse);
  }
}
