import { Body, Controller, HttpCode, Ip, Post } from '@nestjs/common';
import {
  ApiForbiddenResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { ApiInvalidInput } from '../../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../../common/http/dto/error.response.js';
import { Public } from '../access.decorators.js';
import { JwtLoginDto, JwtRefreshDto, JwtTokensResponse } from '../dto/jwt-login.dto.js';
import { LoginRoute } from '../login-route.decorator.js';
import { JwtLoginService } from './jwt-login.service.js';

@ApiTags('Authentication')
@Controller('api/auth/jwt')
export class JwtController {
  constructor(private readonly logins: JwtLoginService) {}

  @LoginRoute({
    summary: 'Log in for in-flight masking',
    description:
      'Returns a short-lived access token for the in-flight API (the routes under `/ifm/`), which takes no other kind of token, and a refresh token to get the next one without the password.',
    type: JwtTokensResponse,
  })
  @Public()
  @ApiForbiddenResponse({
    description: 'The user logs in by single sign-on, which the in-flight service does not know.',
    type: ErrorResponse,
  })
  logIn(@Body() dto: JwtLoginDto, @Ip() address: string): Promise<JwtTokensResponse> {
    return this.logins.logIn({ username: dto.username, password: dto.password, address });
  }

  @Post('refresh')
  @HttpCode(200)
  @Public()
  @ApiOperation({
    summary: 'Get a new access token',
    description:
      'Exchanges a refresh token for a new access token and a new refresh token. Each refresh token works once: when one is used a second time, somebody may have copied it, so every refresh token of that login ends and the password is needed again.',
  })
  @ApiOkResponse({ type: JwtTokensResponse })
  @ApiInvalidInput('The refresh token is missing.')
  @ApiUnauthorizedResponse({
    description: 'The refresh token is unknown, expired, revoked or was used before: log in again.',
    type: ErrorResponse,
  })
  @ApiForbiddenResponse({ description: 'The user logs in by single sign-on.', type: ErrorResponse })
  refresh(@Body() dto: JwtRefreshDto): Promise<JwtTokensResponse> {
    return this.logins.refresh(dto.refresh);
  }
}
