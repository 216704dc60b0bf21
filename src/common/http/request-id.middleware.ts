import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { noteOnSpan } from '../tracing/tracing.js';
import { inRequestContext } from './request-context.js';

const SANE_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;

/** A sane `X-Request-Id` as it was sent, else a new UUID. */
export function requestIdFor(given: string | undefined): string {
  return given !== undefined && SANE_ID.test(given) ? given : randomUUID();
}

/** Echoes the id and opens the context in which the log finds it. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const id = requestIdFor(request.get('x-request-id'));
  response.setHeader('X-Request-Id', id);
  noteOnSpan({ request_id: id });
  inRequestContext({ requestId: id }, next);
}
