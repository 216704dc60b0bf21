import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ACCESS_POLICY, type AccessPolicy } from '../auth/access-policy.js';
import { assertWithinLimit, rateHeaders } from '../auth/rate-limit/rate-limit.middleware.js';
import { after } from '../common/async/now-or-later.js';
import type { AheadListener, Pass } from '../common/http/ahead-adapter.js';
import { answerTo, reportError } from '../common/http/error-answer.js';
import { maskedPlanOf } from '../common/http/paths.js';
import { requestIdFor } from '../common/http/request-id.middleware.js';
import { logAnswer } from '../common/http/request-log.middleware.js';
import { Logger } from '../common/logging/logger.js';
import { noteOnSpan } from '../common/tracing/tracing.js';
import { MaskAnswers } from './mask-answers.js';
import { MaskController } from './mask.controller.js';
import { MaskGate } from './mask-gate.js';
import { Reply } from './reply.js';

/**
 * Answers masking requests: ahead of the framework, by the services that its guards and middleware use, in their order.
 * Whoever may not mask is left to the framework, which refuses as everywhere.
 */
@Injectable()
export class MaskRoute {
  private readonly policy = policyOf('mask');

  constructor(
    private readonly logger: Logger,
    private readonly gate: MaskGate,
    private readonly answers: MaskAnswers,
  ) {}

  readonly listener: AheadListener = (request, response, pass) => {
    const name = request.method === 'POST' ? maskedPlanOf(request.url ?? '') : null;
    if (name === null) {
      return false;
    }
    this.serve(name, request, response, pass);
    return true;
  };

  private serve(name: string, request: IncomingMessage, response: ServerResponse, pass: Pass): void {
    const requestId = requestIdFor(header(request, 'x-request-id'));
    const headers = ['X-Request-Id', requestId];
    noteOnSpan({ request_id: requestId });
    const refuse = (error: unknown): void => {
      this.refuse(error, requestId, new Reply(response, headers));
    };
    try {
      const answered = after(this.gate.admit(request, this.policy), (rate) => {
        if (rate === null) {
          pass();
          return;
        }
        headers.push(...rateHeaders(rate).flat());
        logAnswer(this.logger, response, {
          method: 'POST',
          url: request.url ?? '',
          level: 'info',
          requestId,
        });
        assertWithinLimit(rate);
        return this.answers.answer(name, request, new Reply(response, headers));
      });
      if (answered instanceof Promise) {
        answered.catch(refuse);
      }
    } catch (error) {
      refuse(error);
    }
  }

  private refuse(error: unknown, requestId: string, reply: Reply): void {
    reportError(this.logger, error, requestId);
    if (reply.response.headersSent) {
      // Half an answer must not look whole.
      reply.response.destroy();
      return;
    }
    const { status, body, headers } = answerTo(error, { inFlight: true, requestId });
    const closing = status === 408 ? ['Connection', 'close'] : [];
    // Every reply forbids caching already.
    const more = headers.filter(([name]) => name !== 'Cache-Control').flat();
    reply.send(status, JSON.stringify(body), [...more, ...closing]);
  }
}

/** As its decorator says, for one place to say it. */
function policyOf(operation: keyof MaskController): AccessPolicy {
  const { value } = Object.getOwnPropertyDescriptor(MaskController.prototype, operation) as { value: object };
  return Reflect.getMetadata(ACCESS_POLICY, value) as AccessPolicy;
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
