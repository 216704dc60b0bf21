import { Body, Controller, Get, Headers, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Admin, UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { SettingsResponse, UpdateSettingsDto } from './dto/settings.dto.js';
import { SettingsService } from './settings.service.js';

@ApiTags('Installation')
@Controller('api/settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @UserToken()
  @ApiOperation({ summary: 'Show the settings of the installation' })
  @ApiOkResponse({ type: SettingsResponse })
  show(): Promise<SettingsResponse> {
    return this.settings.show();
  }

  @Patch()
  @Admin()
  @ApiOperation({
    summary: 'Change settings of the installation',
    description:
      'Changes what is given and leaves the rest. Rulesets that mention the locality are judged again; runs that exist keep the one they were created with.',
  })
  @ApiOkResponse({ type: SettingsResponse })
  @ApiInvalidInput('A field is wrong, or the present host would no longer be allowed.')
  update(
    @CurrentUser() user: AuthenticatedUser,
    @Body() dto: UpdateSettingsDto,
    @Headers('host') host?: string,
  ): Promise<SettingsResponse> {
    return this.settings.update(user, dto, host);
  }
}
