import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { TooManyRequestsError } from '../../common/errors/domain-error.js';
import { knownUserOf } from '../caller.js';
import type { RateLimiterService } from './rate-limiter.service.js';

/** Counts every request and says in its response how many are left; runs before anything can answer it. */
export function rateLimit(limiter: RateLimiterService): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const state = await limiter.take(knownUserOf(request), request.ip ?? '');
    response.setHeader('X-RateLimit-Limit', String(state.limit));
    response.setHeader('X-RateLimit-Remaining', String(state.remaining));
    response.setHeader('X-RateLimit-Reset', String(state.resetAtS));
    if (state.retryAfterS !== null) {
      throw new TooManyRequestsError('Too many requests: wait, then try again.', state.retryAfterS);
    }
    next();
  };
}
