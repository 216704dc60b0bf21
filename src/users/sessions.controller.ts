import { Body, Controller, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public, UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentToken } from '../auth/current-token.decorator.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { LoginRoute } from '../auth/login-route.decorator.js';
import { LoginDto, LoginResponse } from './dto/login.dto.js';
import { SessionsService } from './sessions.service.js';

@ApiTags('Authentication')
@Controller('api/auth/token')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @LoginRoute({
    summary: 'Log in',
    description:
      'Returns a user token in `key`. Send it with every further request as `Authorization: Token <key>`. Each login gives another token; earlier ones stay valid until they expire.',
    type: LoginResponse,
  })
  @Public()
  logIn(@Body() dto: LoginDto, @Ip() address: string): Promise<LoginResponse> {
    return this.sessions.logIn(dto, address);
  }

  @Post('logout')
  @HttpCode(204)
  @UserToken()
  @ApiOperation({
    summary: 'Log out',
    description: 'Ends the login whose token the request carries, no other.',
  })
  @ApiNoContentResponse({ description: 'The token is no longer valid.' })
  logOut(@CurrentUser() user: AuthenticatedUser, @CurrentToken() token: string): Promise<void> {
    return this.sessions.logOut(user, token);
  }
}
