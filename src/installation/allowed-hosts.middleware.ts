import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { isHealthProbe } from '../common/http/paths.js';
import { hostRules, type HostRules } from './host-rules.js';
import type { InstallationService } from './installation.service.js';

/** Answers only under the hosts that the first administrator named; health probes come under any. */
export function allowedHosts(installation: InstallationService): RequestHandler {
  let known: { readonly entries: readonly string[]; readonly rules: HostRules } | null = null;
  return async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    if (!isHealthProbe(request.path)) {
      const entries = await installation.allowedHosts();
      if (known?.entries !== entries) {
        known = { entries, rules: hostRules(entries) };
      }
      if (!known.rules.allows(request.headers.host)) {
        throw new InvalidInputError(
          'The service may not be called under this host name (see allowed_hosts).',
        );
      }
    }
    next();
  };
}
