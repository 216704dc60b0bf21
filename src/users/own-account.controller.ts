import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { ApiTokenResponse, ProfileResponse, UpdateProfileDto } from './dto/own-account.dto.js';
import { UserResponse } from './dto/user.response.js';
import { OwnAccountService } from './own-account.service.js';

@ApiTags('Users')
@Controller('api/users/me')
export class OwnAccountController {
  constructor(private readonly account: OwnAccountService) {}

  @Get()
  @UserToken()
  @ApiOperation({ summary: 'Show yourself', description: 'Your account, with your API token.' })
  @ApiOkResponse({ type: UserResponse })
  me(@CurrentUser() caller: AuthenticatedUser): Promise<UserResponse> {
    return this.account.me(caller);
  }

  @Get('profile')
  @UserToken()
  @ApiOperation({ summary: 'Show your profile', description: 'Settings that are yours alone.' })
  @ApiOkResponse({ type: ProfileResponse })
  profile(@CurrentUser() caller: AuthenticatedUser): Promise<ProfileResponse> {
    return this.account.profile(caller);
  }

  @Post('profile')
  @HttpCode(204)
  @UserToken()
  @ApiOperation({ summary: 'Change your profile', description: 'What is left out stays as it is.' })
  @ApiNoContentResponse({ description: 'Changed.' })
  @ApiInvalidInput('A field is wrong.')
  updateProfile(@CurrentUser() caller: AuthenticatedUser, @Body() dto: UpdateProfileDto): Promise<void> {
    return this.account.updateProfile(caller, dto);
  }

  @Get('api-token')
  @UserToken()
  @ApiOperation({
    summary: 'Show your API token',
    description:
      'The API token never expires. It opens the routes for starting and watching runs, and few others: give it to scripts in place of a password.',
  })
  @ApiOkResponse({ type: ApiTokenResponse })
  apiToken(@CurrentUser() caller: AuthenticatedUser): Promise<ApiTokenResponse> {
    return this.account.apiToken(caller);
  }

  @Post('api-token')
  @HttpCode(200)
  @UserToken()
  @ApiOperation({
    summary: 'Renew your API token',
    description: 'Makes a new API token; the old one stops working at once.',
  })
  @ApiOkResponse({ type: ApiTokenResponse })
  renewApiToken(@CurrentUser() caller: AuthenticatedUser): Promise<ApiTokenResponse> {
    return this.account.renewApiToken(caller);
  }
}
