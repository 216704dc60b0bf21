import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { Public } from '../auth/access.decorators.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';
import { AdminInstallDto, AdminInstallResponse } from './dto/admin-install.dto.js';
import { FirstAdminService } from './first-admin.service.js';

@ApiTags('Installation')
@Controller('api/users/admin-install')
export class FirstAdminController {
  constructor(private readonly firstAdmin: FirstAdminService) {}

  @Post()
  @Public()
  @ApiOperation({
    summary: 'Create the first administrator',
    description:
      'The first call to a new installation, and possible only while no user exists. Also decides under which host names the service may be called.',
  })
  @ApiCreatedResponse({ type: AdminInstallResponse })
  @ApiInvalidInput('A field is missing or wrong.')
  @ApiUnauthorizedResponse({ description: 'A user exists already.', type: ErrorResponse })
  install(@Body() dto: AdminInstallDto, @Headers('host') host?: string): Promise<AdminInstallResponse> {
    return this.firstAdmin.install(dto, host);
  }
}
