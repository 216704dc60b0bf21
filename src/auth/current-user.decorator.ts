import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

import { callerOf } from './caller.js';

/** Hands the controller method the caller (`AuthenticatedUser`); for routes that are not public. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest()),
);
