import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { readAuthorization } from './authorization-header.js';
import { readSessionCookie } from './session-cookie.js';

/** Hands the controller method the very token the caller sent; for what concerns this one login. */
export const CurrentToken = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { authorization, cookie } = context.switchToHttp().getRequest<Request>().headers;
  const header = readAuthorization(authorization);
  return header.kind === 'token' ? header.token : (readSessionCookie(cookie) ?? '');
});
