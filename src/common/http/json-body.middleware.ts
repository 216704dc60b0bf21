import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import {
  InvalidInputError,
  InvalidJsonError,
  TooLargeError,
  UnsupportedMediaTypeError,
  type DomainError,
} from '../errors/domain-error.js';
import { jsonErrorPosition } from './json-error-position.js';

/** Beyond this the position of a fault is not looked for: it would cost more than it tells. */
const MAX_POSITION_SEARCH = 2_000_000;

/** What body-parser adds to its errors. */
interface ParserError extends Error {
  readonly type?: string;
  readonly body?: unknown;
}

export interface BodyLimits {
  readonly knownMb: number;
  readonly anonymousMb: number;
  /** Does the request come from someone we know? */
  isKnown(request: Request): boolean;
  /** Is its body left to its route? */
  leaves(request: Request): boolean;
}

/**
 * Reads JSON bodies, of callers whom nobody knows only small ones. Every fault becomes an error that says what to do
 * and shows no content.
 */
export function jsonBody(limits: BodyLimits): RequestHandler {
  const known = parser(limits.knownMb);
  const anonymous = parser(limits.anonymousMb);
  // Under this name the framework knows that JSON is taken care of and adds no parser of its own.
  return function jsonParser(request: Request, response: Response, next: NextFunction): void {
    if (limits.leaves(request)) {
      next();
      return;
    }
    if (hasBody(request) && !isJson(request) && !isForm(request)) {
      throw new UnsupportedMediaTypeError(
        'Send the body as JSON, with the header "Content-Type: application/json".',
      );
    }
    if (hasOtherCharset(request)) {
      throw new UnsupportedMediaTypeError('The body must be encoded in UTF-8.');
    }
    const { parse, limitMb } = limits.isKnown(request) ? known : anonymous;
    parse(request, response, (error?: unknown) => {
      next(error === undefined ? undefined : toDomainError(error as ParserError, limitMb));
    });
  };
}

function parser(limitMb: number): { readonly parse: RequestHandler; readonly limitMb: number } {
  return {
    parse: express.json({ limit: limitMb * 1024 * 1024, strict: true, verify: requireUtf8 }),
    limitMb,
  };
}

function hasBody(request: Request): boolean {
  return request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;
}

function isJson(request: Request): boolean {
  return Boolean(request.is('application/json'));
}

/** The parser itself would take UTF-16 and UTF-32 too. */
function hasOtherCharset(request: Request): boolean {
  const charset = /;\s*charset\s*=\s*"?([^;"\s]*)/i.exec(request.get('content-type') ?? '')?.[1];
  return isJson(request) && charset !== undefined && !/^utf-?8$/i.test(charset);
}

/** Uploads are read by the routes that take them. */
function isForm(request: Request): boolean {
  return Boolean(request.is('multipart/form-data'));
}

function requireUtf8(_request: IncomingMessage, _response: unknown, bytes: Buffer, encoding: string): void {
  if (encoding === 'utf-8' && !isUtf8(bytes)) {
    throw new InvalidInputError('The body is not valid UTF-8.');
  }
}

function toDomainError(error: ParserError, limitMb: number): DomainError | Error {
  switch (error.type) {
    case 'entity.parse.failed':
      return new InvalidJsonError(placeOf(error.body));
    case 'entity.verify.failed':
      return new InvalidInputError('The body is not valid UTF-8.');
    case 'entity.too.large':
      return new TooLargeError(`The body is larger than the ${limitMb} MB that this caller may send.`);
    case 'charset.unsupported':
      return new UnsupportedMediaTypeError('The body must be encoded in UTF-8.');
    case 'encoding.unsupported':
      return new UnsupportedMediaTypeError('The body may be compressed by gzip, deflate or br only.');
    case 'request.aborted':
    case 'request.size.invalid':
      return new InvalidInputError('The body ended before its announced length.');
    default:
      // The only other faults that reading a body has come from decompressing it.
      return new InvalidInputError('The body could not be read.');
  }
}

function placeOf(body: unknown): string {
  if (typeof body !== 'string' || body.length > MAX_POSITION_SEARCH) {
    return '';
  }
  const position = jsonErrorPosition(body);
  return position === null
    ? ': it must be an object or a list'
    : `: the fault is at line ${position.line}, column ${position.column}`;
}
