import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { isProbe } from '../common/http/paths.js';
import type { HostCheck } from './host-check.js';

/** Answers only under the hosts that the first administrator named; health probes come under any. */
export function allowedHosts(hosts: HostCheck): RequestHandler {
  return async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    if (!isProbe(request.path) && !(await hosts.allows(request.headers.host))) {
      throw new InvalidInputError('The service may not be called under this host name (see allowed_hosts).');
    }
    next();
  };
}
