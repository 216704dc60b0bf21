import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Span, SpanAttributes, SpanStart, TraceCarrier, Tracer } from './tracer.js';

interface Scope {
  readonly span: Span;
  /** What jobs take along that are enqueued here. */
  readonly onward: TraceCarrier;
}

const TRACE_PARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/;
const scopes = new AsyncLocalStorage<Scope>();
let tracer: Tracer | null = null;

/** Until this is called, and after `null`, nothing is traced and all of the below costs next to nothing. */
export function useTracer(given: Tracer | null): void {
  tracer = given;
}

export function isTracing(): boolean {
  return tracer !== null;
}

/** Null where nothing is traced. Whoever starts a span ends it. */
export function startSpan(start: SpanStart): Span | null {
  return tracer?.start({ ...start, parent: start.parent ?? scopes.getStore()?.span.carrier }) ?? null;
}

/** Runs `work` and all that it starts as part of the span. Jobs that it enqueues belong to `onward`. */
export function withinSpan<T>(span: Span, work: () => T, onward: TraceCarrier = span.carrier): T {
  return scopes.run({ span, onward }, work);
}

/**
 * `work` as a span of its own, which fails as it does. Jobs that it enqueues stand beside it, not below it: a chain of a
 * thousand steps is no tree of a thousand levels.
 */
export async function traced<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = startSpan(start);
  if (span === null) {
    return work();
  }
  try {
    const result = await withinSpan(span, work, onwardCarrier() ?? start.parent ?? span.carrier);
    span.end();
    return result;
  } catch (error) {
    span.end(error instanceof Error ? error.name : 'Error');
    throw error;
  }
}

/** What a job takes along that is enqueued now; undefined: nothing. */
export function onwardCarrier(): TraceCarrier | undefined {
  return scopes.getStore()?.onward;
}

/** The trace that something new belongs to, to be stored with it. */
export function currentTraceParent(): string | null {
  return onwardCarrier()?.traceparent ?? null;
}

/** For the span that is under way here. */
export function noteOnSpan(attributes: SpanAttributes): void {
  scopes.getStore()?.span.note(attributes);
}

/** For log lines. */
export function traceFields(): object {
  const span = scopes.getStore()?.span;
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/**
 * Where spans belong whose parent is told of only when it is over: its id follows from the trace and its name. Undefined:
 * not traced.
 */
export function placeOf(
  traceParent: string | null,
  name: string,
): { readonly carrier: TraceCarrier; readonly spanId: string } | undefined {
  const [, traceId, flags] = TRACE_PARENT.exec(traceParent ?? '') ?? [];
  if (traceId === undefined || flags === undefined) {
    return undefined;
  }
  const spanId = createHash('sha256').update(`${traceId} ${name}`).digest('hex').slice(0, 16);
  return { carrier: { traceparent: `00-${traceId}-${spanId}-${flags}` }, spanId };
}
