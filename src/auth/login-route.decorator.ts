import { applyDecorators, HttpCode, Post, type Type } from '@nestjs/common';
import {
  ApiOkResponse,
  ApiOperation,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { ApiInvalidInput } from '../common/http/api-invalid-input.decorator.js';
import { ErrorResponse } from '../common/http/dto/error.response.js';

interface LoginTexts {
  readonly summary: string;
  readonly description: string;
  /** What it answers. */
  readonly type: Type;
}

/** `POST login` with a username and a password. */
export function LoginRoute({ type, ...texts }: LoginTexts): MethodDecorator {
  return applyDecorators(
    Post('login'),
    HttpCode(200),
    ApiOperation(texts),
    ApiOkResponse({ type }),
    ApiInvalidInput('A field is missing or wrong.'),
    ApiUnauthorizedResponse({
      description: 'Wrong username or password, or the account is disabled.',
      type: ErrorResponse,
    }),
    ApiTooManyRequestsResponse({
      description: 'Too many wrong passwords for this account: `Retry-After` says how long to wait.',
      type: ErrorResponse,
    }),
  );
}
