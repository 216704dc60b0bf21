import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { TooManyRequestsError } from '../../common/errors/domain-error.js';
import { knownUserOf } from '../caller.js';
import type { RateLimiterService, RateState } from './rate-limiter.service.js';

/** Counts every request and says in its response how many are left; runs before anything can answer it. */
export function rateLimit(limiter: RateLimiterService): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const state = await limiter.take(knownUserOf(request), request.ip ?? '');
    for (const [name, value] of rateHeaders(state)) {
      response.setHeader(name, value);
    }
    assertWithinLimit(state);
    next();
  };
}

/** What every response says about the limit. */
export function rateHeaders(state: RateState): [string, string][] {
  return [
    ['X-RateLimit-Limit', String(state.limit)],
    ['X-RateLimit-Remaining', String(state.remaining)],
    ['X-RateLimit-Reset', String(state.resetAtS)],
  ];
}

/** Throws `TooManyRequestsError` where the limit is exceeded. */
export function assertWithinLimit({ retryAfterS }: RateState): void {
  if (retryAfterS !== null) {
    throw new TooManyRequestsError('Too many requests: wait, then try again.', retryAfterS);
  }
}
