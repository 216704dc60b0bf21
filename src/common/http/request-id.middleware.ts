import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { inRequestContext } from './request-context.js';

const SANE_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;

/** Takes over a sane `X-Request-Id`, else makes a UUID; echoes it and opens the context in which the log finds it. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.get('x-request-id');
  const id = given !== undefined && SANE_ID.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', id);
  inRequestContext({ requestId: id }, next);
}
