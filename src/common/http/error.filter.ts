import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TooManyRequestsError, type DomainError } from '../errors/domain-error.js';
import type { Logger } from '../logging/logger.js';
import { inFlightReply, managementReply, type ErrorReply } from './error-body.js';
import { toDomainError } from './expected-errors.js';
import { isInFlight } from './paths.js';
import { currentRequestId } from './request-context.js';

/** The only place that writes an error response. What nobody expected is logged whole and shown as a request id. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const expected = toDomainError(error);
    if (expected !== error) {
      this.report(error, expected);
    }
    if (response.headersSent) {
      // Half an answer must not look whole.
      response.destroy();
      return;
    }
    const inFlight = isInFlight(request.path);
    const reply = expected === null ? internalError(inFlight) : replyTo(expected, inFlight);
    writeHeaders(response, reply.status, expected, inFlight);
    response.status(reply.status).json(reply.body);
  }

  private report(error: unknown, expected: DomainError | null): void {
    if (expected === null) {
      this.logger.error('Unexpected error', { err: error });
    } else {
      this.logger.debug('Error from below', { err: error, code: expected.code });
    }
  }
}

function replyTo(error: DomainError, inFlight: boolean): ErrorReply {
  return inFlight ? inFlightReply(error) : managementReply(error);
}

function internalError(inFlight: boolean): ErrorReply {
  return {
    status: 500,
    body: { [inFlight ? 'error' : 'detail']: 'Internal error.', request_id: currentRequestId() ?? null },
  };
}

function writeHeaders(
  response: Response,
  status: number,
  error: DomainError | null,
  inFlight: boolean,
): void {
  if (status === 401) {
    response.setHeader('WWW-Authenticate', inFlight ? 'Bearer' : 'Token');
  }
  if (error instanceof TooManyRequestsError) {
    response.setHeader('Retry-After', String(error.retryAfterS));
  }
  response.setHeader('Cache-Control', 'no-store');
}
