import type { IncomingMessage, ServerResponse } from 'node:http';
import { isProbe } from '../http/paths.js';
import { routeOf } from '../http/route-of.js';
import { startSpan, withinSpan } from './tracing.js';

const SERVER_FAULT = 500;

/** One span for every request but probes, named after its route: never its path, its query, its headers or its body. */
export function traceExchange(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
  const { method = '', url = '', headers } = request;
  const span = isProbe(url.split('?', 1)[0] ?? '') ? null : startSpan(exchangeSpan(method, headers));
  if (span === null) {
    answer();
    return;
  }
  response.once('close', () => {
    const route = routeOf(request);
    const status = response.statusCode;
    if (route !== null) {
      span.rename(`${method} ${route}`);
      span.note({ 'http.route': route });
    }
    if (!response.writableFinished) {
      span.note({ aborted: true });
    }
    span.note({ 'http.response.status_code': status });
    span.end(status >= SERVER_FAULT ? String(status) : undefined);
  });
  withinSpan(span, answer);
}

function exchangeSpan(method: string, headers: IncomingMessage['headers']): Parameters<typeof startSpan>[0] {
  const { traceparent, tracestate } = headers;
  return {
    ...{ name: method, kind: 'server', attributes: { 'http.request.method': method } },
    parent: typeof traceparent === 'string' ? { traceparent, tracestate: tracestate?.toString() } : undefined,
  };
}
