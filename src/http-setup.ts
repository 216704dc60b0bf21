import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { knownUserOf } from './auth/caller.js';
import { CallerResolverService } from './auth/caller-resolver.service.js';
import { rateLimit } from './auth/rate-limit/rate-limit.middleware.js';
import { RateLimiterService } from './auth/rate-limit/rate-limiter.service.js';
import { AheadAdapter } from './common/http/ahead-adapter.js';
import { ErrorFilter } from './common/http/error.filter.js';
import { jsonBody } from './common/http/json-body.middleware.js';
import { maskedPlanOf } from './common/http/paths.js';
import { requestId } from './common/http/request-id.middleware.js';
import { requestLog } from './common/http/request-log.middleware.js';
import { securityHeaders } from './common/http/security-headers.js';
import { wellFormedPath } from './common/http/well-formed-path.middleware.js';
import { Logger } from './common/logging/logger.js';
import { traceExchange } from './common/tracing/trace-exchange.js';
import { isTracing } from './common/tracing/tracing.js';
import { RequestValidationPipe } from './common/validation/request-validation.pipe.js';
import type { Config } from './config/config.js';
import { allowedHosts } from './installation/allowed-hosts.middleware.js';
import { MaskRoute } from './ifm-mask/mask-route.js';
import { HostCheck } from './installation/host-check.js';
import { buildOpenApiDocument } from './openapi/openapi-document.js';
import { OpenApiService } from './openapi/openapi.service.js';

/**
 * Puts the HTTP shell round the application; shared by the server and the tests, called before `init` or `listen`.
 * The order is the contract: every response, whatever answers first, has a request id, a log line, security headers
 * and rate-limit headers; bodies are read last, once it is known that somebody may send them.
 */
export function configureHttp(app: NestExpressApplication, config: Config): void {
  const logger = app.get(Logger);
  const callers = app.get(CallerResolverService);
  app.disable('x-powered-by');
  app.disable('etag');
  matchCase(app);
  app.set('trust proxy', config.http.trustProxy ?? false);
  app.use(
    requestId,
    requestLog(logger),
    securityHeaders(),
    notCached,
    (request: Request, response: Response, next: NextFunction) => callers.use(request, response, next),
    rateLimit(app.get(RateLimiterService)),
    allowedHosts(app.get(HostCheck)),
    wellFormedPath,
  );
  // By itself, because the framework looks for it by name.
  app.use(
    jsonBody({
      knownMb: config.limits.maxMaskBodyMb,
      anonymousMb: 1,
      isKnown: (request) => knownUserOf(request) !== null,
      leaves: (request) => maskedPlanOf(request.path) !== null,
    }),
  );
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(new ErrorFilter(logger));
  answerAhead(app);
  app.get(OpenApiService).provide(() => buildOpenApiDocument(app));
}

/** Masking single values is the one route that is too busy for the framework. */
function answerAhead(app: NestExpressApplication): void {
  const adapter: unknown = app.getHttpAdapter();
  if (adapter instanceof AheadAdapter) {
    if (isTracing()) {
      adapter.surround(traceExchange);
    }
    adapter.answerAhead(app.get(MaskRoute).listener);
  }
}

/** Answers hold secrets and change all the time; files of the documentation page say otherwise for themselves. */
function notCached(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** The adapter has made its router already, so that the setting of this name would come too late. */
function matchCase(app: NestExpressApplication): void {
  const express = app.getHttpAdapter().getInstance() as unknown as {
    readonly router: { caseSensitive: boolean };
  };
  express.router.caseSensitive = true;
}
