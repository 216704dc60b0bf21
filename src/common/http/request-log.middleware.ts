import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../logging/logger.js';
import { isHealthProbe } from './paths.js';

interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly aborted?: true;
}

/** One line per answered request: never its body, its query or its headers. */
export function requestLog(logger: Logger): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const startedAt = process.hrtime.bigint();
    response.once('close', () => {
      const fields: AnsweredRequest = {
        method: request.method,
        path: request.originalUrl.split('?', 1)[0] ?? '',
        status: response.statusCode,
        ms: Math.round(Number(process.hrtime.bigint() - startedAt) / 1e5) / 10,
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      const level = isHealthProbe(request.path) ? 'debug' : 'info';
      if (logger.isForPeople) {
        logger[level](sentence(fields));
      } else {
        logger[level]('Request', { ...fields });
      }
    });
    next();
  };
}

/** `GET /api/runs/6/ 200 8 ms` */
function sentence({ method, path, status, ms, aborted }: AnsweredRequest): string {
  return `${method} ${path} ${status} ${Math.round(ms)} ms${aborted === true ? ' (cut off)' : ''}`;
}
