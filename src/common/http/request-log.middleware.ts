import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../logging/logger.js';
import { isHealthProbe } from './paths.js';

/** One line per answered request: never its body, its query or its headers. */
export function requestLog(logger: Logger): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const startedAt = process.hrtime.bigint();
    response.once('close', () => {
      const fields = {
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        status: response.statusCode,
        ms: Math.round(Number(process.hrtime.bigint() - startedAt) / 1e5) / 10,
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      if (isHealthProbe(request.path)) {
        logger.debug('Request', fields);
      } else {
        logger.info('Request', fields);
      }
    });
    next();
  };
}
