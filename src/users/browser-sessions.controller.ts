import { Body, Controller, HttpCode, Inject, Ip, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public, UserToken } from '../auth/access.decorators.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CurrentToken } from '../auth/current-token.decorator.js';
import { CurrentUser } from '../auth/current-user.decorator.js';
import { LoginRoute } from '../auth/login-route.decorator.js';
import { readSessionCookie, SESSION_COOKIE, sessionCookieOptions } from '../auth/session-cookie.js';
import { CONFIG, type Config } from '../config/config.js';
import { LoginDto } from './dto/login.dto.js';
import { UserResponse } from './dto/user.response.js';
import { SessionsService } from './sessions.service.js';

@ApiTags('Authentication')
@Controller('api/auth/session')
export class BrowserSessionsController {
  constructor(
    private readonly sessions: SessionsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @LoginRoute({
    summary: 'Log in with a browser',
    description:
      'Sets a cookie that pages of this server send by themselves, such as this documentation: then no header is needed. It ends after an hour without a request, and never lives longer than a user token. Programs use `POST /api/auth/token/login/`.',
    type: UserResponse,
  })
  @Public()
  async logIn(
    @Body() dto: LoginDto,
    @Ip() address: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UserResponse> {
    const former = readSessionCookie(request.headers.cookie);
    const { token, shown } = await this.sessions.logInBrowser(dto, address, former);
    response.cookie(SESSION_COOKIE, token, sessionCookieOptions(this.isSecure(request)));
    return shown;
  }

  @Post('logout')
  @HttpCode(204)
  @UserToken()
  @ApiOperation({
    summary: 'Log out with a browser',
    description: 'Ends the session and removes its cookie.',
  })
  @ApiNoContentResponse({ description: 'The session has ended.' })
  async logOut(
    @CurrentUser() user: AuthenticatedUser,
    @CurrentToken() token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.logOut(user, token);
    response.clearCookie(SESSION_COOKIE, sessionCookieOptions(this.isSecure(request)));
  }

  private isSecure(request: Request): boolean {
    return request.secure || this.config.http.baseUrl?.startsWith('https:') === true;
  }
}
