import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { validityFormOf } from './validity-form.js';

/** Hands the controller method the `ValidityForm` that this caller reads. */
export const AskedValidityForm = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<Request>();
  return validityFormOf({
    userAgent: request.get('user-agent'),
    mentionsUpsert: request.query.upsert !== undefined,
  });
});
