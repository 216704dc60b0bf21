import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { IfmRoles } from '../access.decorators.js';
import type { AuthenticatedUser } from '../authenticated-user.js';
import { CurrentUser } from '../current-user.decorator.js';
import { VerifyTokenResponse } from '../dto/jwt-login.dto.js';
import { scopesOf } from './scopes.js';

@ApiTags('In-flight masking')
@Controller('ifm/verify-token')
export class VerifyTokenController {
  @Get()
  @IfmRoles('mask_runner')
  @ApiOperation({ summary: 'Check an access token', description: 'Says what the token allows.' })
  @ApiOkResponse({ type: VerifyTokenResponse })
  verify(@CurrentUser() user: AuthenticatedUser): VerifyTokenResponse {
    return { scopes: scopesOf(user) };
  }
}
