import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../logging/logger.js';
import { traceFields } from '../tracing/tracing.js';
import { isProbe } from './paths.js';

interface AnsweredRequest extends Record<string, unknown> {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  aborted?: true;
}

/** What the line of a request says besides its answer. */
interface LoggedRequest {
  readonly method: string;
  /** As it was asked for; its query is left out. */
  readonly url: string;
  readonly level: 'info' | 'debug';
  /** Given where the line is written outside of the request's context. */
  readonly requestId?: string;
}

/** One line per answered request: never its body, its query or its headers. */
export function requestLog(logger: Logger): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const level = isProbe(request.path) ? 'debug' : 'info';
    logAnswer(logger, response, { method: request.method, url: request.originalUrl, level });
    next();
  };
}

/** Writes the line when the answer is out, or cut off. */
export function logAnswer(
  logger: Logger,
  response: ServerResponse,
  { method, url, level, requestId }: LoggedRequest,
): void {
  const startedAt = performance.now();
  const trace = traceFields();
  response.once('close', () => {
    const fields: AnsweredRequest = {
      method,
      path: pathOf(url),
      status: response.statusCode,
      ms: msSince(startedAt),
      ...trace,
    };
    if (!response.writableFinished) {
      fields.aborted = true;
    }
    if (requestId !== undefined) {
      fields.request_id = requestId;
    }
    if (logger.isForPeople) {
      logger[level](sentence(fields));
    } else {
      logger.known(level, 'Request', fields);
    }
  });
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

function msSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) * 10) / 10;
}

/** `GET /api/runs/6/ 200 8 ms` */
function sentence({ method, path, status, ms, aborted }: AnsweredRequest): string {
  return `${method} ${path} ${status} ${Math.round(ms)} ms${aborted === true ? ' (cut off)' : ''}`;
}
