import type { RequestHandler } from 'express';
import helmet from 'helmet';

const YEAR_S = 31_536_000;

/**
 * Browsers load nothing but our own files. The documentation page sets inline styles and data images; it needs no
 * inline script. No upgrade to HTTPS is forced: behind a proxy or on a laptop the service speaks HTTP.
 */
export function securityHeaders(): RequestHandler {
  return helmet({
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
  });
}
