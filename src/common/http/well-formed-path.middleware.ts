import type { NextFunction, Request, Response } from 'express';
import { NotFoundError } from '../errors/domain-error.js';
import { entranceTo, isFile, isInFlight, isManagement, isWellFormed } from './paths.js';

const READING = ['GET', 'HEAD'];
const NO_SLASH = 'Not found. Every path of this API ends in a slash.';
const A_FILE = 'Not found. This path has no slash at its end.';

/** 404 for a path without its trailing slash: the router itself would accept both. Browsers are led to the documentation. */
export function wellFormedPath(request: Request, response: Response, next: NextFunction): void {
  const { method, path } = request;
  const entrance = READING.includes(method) ? entranceTo(path) : undefined;
  if (entrance !== undefined) {
    response.redirect(302, entrance);
    return;
  }
  if (!isWellFormed(path)) {
    throw new NotFoundError(hintAt(path));
  }
  next();
}

function hintAt(path: string): string | undefined {
  if (path.endsWith('/')) {
    return isFile(path.slice(0, -1)) ? A_FILE : undefined;
  }
  return isManagement(path) || isInFlight(path) ? NO_SLASH : undefined;
}
