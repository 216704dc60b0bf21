import { MethodNotAllowedError, TooManyRequestsError, type DomainError } from '../errors/domain-error.js';
import type { Logger } from '../logging/logger.js';
import { inFlightReply, managementReply, type ErrorReply } from './error-body.js';
import { toDomainError } from './expected-errors.js';

/** An error response with the headers that belong to it. */
export interface ErrorAnswer extends ErrorReply {
  readonly headers: readonly (readonly [string, string])[];
}

/** What nobody expected is logged whole; the caller is shown a request id. */
export function reportError(logger: Logger, error: unknown, requestId?: string): void {
  const expected = toDomainError(error);
  const fields = { err: error, ...(requestId === undefined ? {} : { request_id: requestId }) };
  if (expected === null) {
    logger.error('Unexpected error', fields);
  } else if (expected !== error) {
    logger.debug('Error from below', { ...fields, code: expected.code });
  }
}

/** The only place that makes an error response. */
export function answerTo(
  error: unknown,
  { inFlight, requestId }: { readonly inFlight: boolean; readonly requestId: string | null },
): ErrorAnswer {
  const expected = toDomainError(error);
  const reply = expected === null ? internalError(inFlight, requestId) : replyTo(expected, inFlight);
  return { ...reply, headers: headersOf(reply.status, expected, inFlight) };
}

function replyTo(error: DomainError, inFlight: boolean): ErrorReply {
  return inFlight ? inFlightReply(error) : managementReply(error);
}

function internalError(inFlight: boolean, requestId: string | null): ErrorReply {
  return {
    status: 500,
    body: { [inFlight ? 'error' : 'detail']: 'Internal error.', request_id: requestId },
  };
}

function headersOf(status: number, error: DomainError | null, inFlight: boolean): [string, string][] {
  const headers: [string, string][] = [['Cache-Control', 'no-store']];
  if (status === 401) {
    headers.push(['WWW-Authenticate', inFlight ? 'Bearer' : 'Token']);
  }
  if (error instanceof MethodNotAllowedError) {
    headers.push(['Allow', error.allowed.join(', ')]);
  }
  if (error instanceof TooManyRequestsError) {
    headers.push(['Retry-After', String(error.retryAfterS)]);
  }
  return headers;
}
