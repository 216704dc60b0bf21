import { Body, Controller, HttpCode, Ip, Post } from '@nestjs/common';
import {
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { ApiInvalidInput } from '../../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../../common/http/dto/error.response.js';
import { Public } from '../access.decorators.js';
import { JwtLoginDto, JwtLoginResponse } from '../dto/jwt-login.dto.js';
import { JwtLoginService } from './jwt-login.service.js';

@ApiTags('Authentication')
@Controller('api/auth/jwt')
export class JwtController {
  constructor(private readonly logins: JwtLoginService) {}

  @Post('login')
  @HttpCode(200)
  @Public()
  @ApiOperation({
    summary: 'Log in for in-flight masking',
    description:
      'Returns a short-lived access token for the in-flight API (the routes under `/ifm/`), which takes no other kind of token.',
  })
  @ApiOkResponse({ type: JwtLoginResponse })
  @ApiInvalidInput('A field is missing or wrong.')
  @ApiUnauthorizedResponse({
    description: 'Wrong username or password, or the account is disabled.',
    type: ErrorResponse,
  })
  @ApiTooManyRequestsResponse({
    description: 'Too many wrong passwords for this account: `Retry-After` says how long to wait.',
    type: ErrorResponse,
  })
  logIn(@Body() dto: JwtLoginDto, @Ip() address: string): Promise<JwtLoginResponse> {
    return this.logins.logIn({ username: dto.username, password: dto.password, address });
  }
}
