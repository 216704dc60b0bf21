import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { readAuthorization } from './authorization-header.js';

/** Hands the controller method the very token the caller sent; for what concerns this one login. */
export const CurrentToken = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const header = readAuthorization(context.switchToHttp().getRequest<Request>().headers.authorization);
  return header.kind === 'token' ? header.token : '';
});
