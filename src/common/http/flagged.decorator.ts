import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { assertPlainQuery } from '../validation/plain-query.js';

/** Is this parameter of the query `true` or `1`? Absent and everything else: no. */
export const Flagged = createParamDecorator((name: string, context: ExecutionContext) => {
  const { query } = context.switchToHttp().getRequest<Request>();
  assertPlainQuery(query);
  const value = query[name];
  return typeof value === 'string' && ['true', '1'].includes(value.toLowerCase());
});
