import {
  ROOT_CONTEXT,
  SpanKind as OtelSpanKind,
  SpanStatusCode,
  defaultTextMapGetter,
  defaultTextMapSetter,
  trace,
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../logging/logger.js';
import type {
  Span,
  SpanAttributes,
  SpanStart,
  TraceCarrier,
  TracedProcess,
  Tracer,
  TracingOptions,
} from './tracer.js';

const BATCH_MS = 2_000;
const EXPORT_TIMEOUT_MS = 5_000;
const STOP_MS = 3_000;
const COMPLAINT_PAUSE_MS = 60_000;
const KINDS = {
  server: OtelSpanKind.SERVER,
  consumer: OtelSpanKind.CONSUMER,
  internal: OtelSpanKind.INTERNAL,
} as const;

/** Sends spans to a collector by OTLP over HTTP, as JSON, in batches; drops them where it cannot be reached. */
export class OtlpTracer implements Tracer {
  private readonly ids = new SettableIds();
  private readonly propagator = new W3CTraceContextPropagator();
  private readonly provider: BasicTracerProvider;
  private readonly tracer: OtelTracer;

  constructor(options: TracingOptions, { role, instance }: TracedProcess, logger: Logger) {
    complainSeldom(logger);
    const exporter = new OTLPTraceExporter({
      url: `${options.endpoint}/v1/traces`,
      headers: { ...options.headers },
      timeoutMillis: EXPORT_TIMEOUT_MS,
    });
    this.provider = new BasicTracerProvider({
      idGenerator: this.ids,
      resource: resourceFromAttributes({
        'service.name': options.serviceName,
        'service.instance.id': instance,
        role,
      }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
      spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: BATCH_MS })],
    });
    this.tracer = this.provider.getTracer('vizard');
  }

  start({ name, kind, attributes = {}, parent, startedAt, spanId }: SpanStart): Span {
    const context = this.contextOf(parent);
    const start = {
      kind: KINDS[kind],
      attributes,
      ...(startedAt === undefined ? {} : { startTime: startedAt }),
    };
    const span = this.ids.with(spanId, () => this.tracer.startSpan(name, start, context));
    const carrier: TraceCarrier = {};
    this.propagator.inject(trace.setSpan(context, span), carrier, defaultTextMapSetter);
    return new OtlpSpan(span, carrier);
  }

  async stop(): Promise<void> {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
    await Promise.race([this.provider.shutdown().catch(() => undefined), timeout]);
  }

  private contextOf(parent: TraceCarrier | undefined): Context {
    return parent === undefined
      ? ROOT_CONTEXT
      : this.propagator.extract(ROOT_CONTEXT, parent, defaultTextMapGetter);
  }
}

class OtlpSpan implements Span {
  readonly traceId: string;
  readonly spanId: string;

  constructor(
    private readonly span: OtelSpan,
    readonly carrier: TraceCarrier,
  ) {
    const { traceId, spanId } = span.spanContext();
    this.traceId = traceId;
    this.spanId = spanId;
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  note(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  end(failure?: string, at?: Date): void {
    if (failure !== undefined) {
      this.span.setAttribute('error.type', failure);
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end(at);
  }
}

/** Random ids, but for spans whose id is known beforehand. */
class SettableIds extends RandomIdGenerator {
  private next: string | undefined;
  private readonly random = new RandomIdGenerator();

  override generateSpanId = (): string => this.next ?? this.random.generateSpanId();

  with<T>(spanId: string | undefined, start: () => T): T {
    this.next = spanId;
    try {
      return start();
    } finally {
      this.next = undefined;
    }
  }
}

/** A collector that is away is worth a line, not one for every batch. */
function complainSeldom(logger: Logger): void {
  let lastAt = -Infinity;
  setGlobalErrorHandler((error) => {
    if (performance.now() - lastAt > COMPLAINT_PAUSE_MS) {
      lastAt = performance.now();
      const code = (error as { code?: unknown }).code;
      logger.warn('Traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT; they are dropped', {
        code: typeof code === 'string' || typeof code === 'number' ? code : null,
      });
    }
  });
}
