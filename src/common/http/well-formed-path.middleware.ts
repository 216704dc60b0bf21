import type { NextFunction, Request, Response } from 'express';
import { NotFoundError } from '../errors/domain-error.js';
import { isWellFormed } from './paths.js';

/** 404 for a path without its trailing slash: the router itself would accept both. */
export function wellFormedPath(request: Request, _response: Response, next: NextFunction): void {
  if (!isWellFormed(request.path)) {
    throw new NotFoundError();
  }
  next();
}
