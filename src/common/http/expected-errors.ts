import { HttpException } from '@nestjs/common';
import {
  ConflictError,
  DomainError,
  InvalidInputError,
  NotAllowedError,
  NotAuthenticatedError,
  NotFoundError,
  TooLargeError,
  UnavailableError,
  UnsupportedMediaTypeError,
} from '../errors/domain-error.js';

/**
 * The framework's and the drivers' errors that have a meaning for the caller, in our words: their own texts may quote
 * what was sent. Null: nobody expected it.
 */
export function toDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) {
    return error;
  }
  if (error instanceof HttpException) {
    return ofStatus(error.getStatus());
  }
  return ofDatabase(error);
}

function ofStatus(status: number): DomainError | null {
  switch (status) {
    case 400:
      return new InvalidInputError('The request could not be read: check its path, headers and form parts.');
    case 401:
      return new NotAuthenticatedError('Authentication is required.');
    case 403:
      return new NotAllowedError('This is not allowed.');
    case 404:
    case 405:
      return new NotFoundError();
    case 409:
      return new ConflictError('The request is in conflict with the present state.');
    case 413:
      return new TooLargeError('The request is too large.');
    case 415:
      return new UnsupportedMediaTypeError('The format of the body is not supported.');
    case 503:
      return new UnavailableError('The service is not ready.');
    default:
      return null;
  }
}

/** Values that the database cannot hold: malformed, out of range, too long, or with NUL characters. */
const UNSTORABLE = new Set(['22001', '22003', '22007', '22008', '22021', '22P02', '22P05']);

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', '57P01', '57P02', '57P03', '53300']);

function ofDatabase(error: unknown): DomainError | null {
  const code = databaseCode(error);
  if (code === null) {
    return null;
  }
  if (UNSTORABLE.has(code)) {
    return new InvalidInputError(
      'A value cannot be stored: it has a wrong form, range, length or character.',
    );
  }
  return UNREACHABLE.has(code)
    ? new UnavailableError('The database of the service cannot be reached.')
    : null;
}

/** TypeORM wraps what the driver throws in `QueryFailedError.driverError`; connecting throws a bare driver error. */
function databaseCode(error: unknown): string | null {
  if (!(error instanceof Error)) {
    return null;
  }
  const source: unknown = 'driverError' in error ? error.driverError : 'syscall' in error ? error : null;
  const code = typeof source === 'object' && source !== null && 'code' in source ? source.code : null;
  return typeof code === 'string' ? code : null;
}
