import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from '../logging/logger.js';
import { MethodNotAllowedError } from '../errors/domain-error.js';
import { allowedMethods } from './allowed-methods.js';
import { answerTo, reportError } from './error-answer.js';
import { isInFlight } from './paths.js';
import { currentRequestId } from './request-context.js';

/** Writes the error responses of everything that the framework answers. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const error = thrown instanceof NotFoundException ? unrouted(request, thrown) : thrown;
    reportError(this.logger, error);
    if (response.headersSent) {
      // Half an answer must not look whole.
      response.destroy();
      return;
    }
    const inFlight = isInFlight(request.path);
    const { status, body, headers } = answerTo(error, { inFlight, requestId: currentRequestId() ?? null });
    for (const [name, value] of headers) {
      response.setHeader(name, value);
    }
    response.status(status).json(body);
  }
}

/** The router found nothing: is it the path that is unknown, or only the method? */
function unrouted(request: Request, error: NotFoundException): Error {
  const allowed = allowedMethods(request);
  return allowed.length === 0 || allowed.includes(request.method)
    ? error
    : new MethodNotAllowedError(allowed);
}
