import type { NextFunction, Request, Response } from 'express';
import { NotFoundError } from '../errors/domain-error.js';
import { entranceTo, isManagement, isWellFormed } from './paths.js';

const READING = ['GET', 'HEAD'];
const NO_SLASH = 'Not found. Every path of this API ends in a slash.';

/** 404 for a path without its trailing slash: the router itself would accept both. Browsers are led to the documentation. */
export function wellFormedPath(request: Request, response: Response, next: NextFunction): void {
  const { method, path } = request;
  const entrance = READING.includes(method) ? entranceTo(path) : undefined;
  if (entrance !== undefined) {
    response.redirect(302, entrance);
    return;
  }
  if (!isWellFormed(path)) {
    throw new NotFoundError(isManagement(path) && !path.endsWith('/') ? NO_SLASH : undefined);
  }
  next();
}
