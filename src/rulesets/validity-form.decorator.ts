import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { assertPlainQuery } from '../common/validation/plain-query.js';
import { validityFormOf } from './validity-form.js';

/** Hands the controller method the `ValidityForm` that this caller reads. */
export const AskedValidityForm = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<Request>();
  return validityFormOf({
    userAgent: request.get('user-agent'),
    mentionsUpsert: request.query.upsert !== undefined,
  });
});

/** Is an existing ruleset of the same name and type to be overwritten? */
export const Upsert = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { query } = context.switchToHttp().getRequest<Request>();
  assertPlainQuery(query);
  const value = query.upsert;
  return typeof value === 'string' && ['true', '1'].includes(value.toLowerCase());
});
