import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

const YEAR_S = 31_536_000;

/**
 * Headers of every response, by name. Browsers load nothing but our own files. The documentation page sets inline
 * styles and data images; it needs no inline script. No upgrade to HTTPS is forced: behind a proxy or on a laptop the
 * service speaks HTTP.
 */
export const SECURITY_HEADERS: readonly (readonly [string, string])[] = collect(
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", 'data:'],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: YEAR_S, includeSubDomains: false },
  }),
);

/** Sets them. */
export function securityHeaders(): RequestHandler {
  return (_request: Request, response: Response, next: NextFunction) => {
    for (const [name, value] of SECURITY_HEADERS) {
      response.setHeader(name, value);
    }
    next();
  };
}

/** What helmet sets: it depends on nothing that a request says. */
function collect(
  setHeaders: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
): [string, string][] {
  const headers: [string, string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}
