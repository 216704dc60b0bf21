/** W3C trace context, as it goes from process to process: https://www.w3.org/TR/trace-context/ */
export interface TraceCarrier {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

export type SpanKind = 'server' | 'consumer' | 'internal';

/** Ids, counts, kinds and states; never a data value, a secret, a path or a name that users gave. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
  /** By default what is under way here; where nothing is, a trace begins. */
  readonly parent?: TraceCarrier | undefined;
  /** Of a span that is told of when it is over. */
  readonly startedAt?: Date;
  /** 16 hexadecimal digits, where others had to know it beforehand. */
  readonly spanId?: string;
}

/** Something that takes time. */
export interface Span {
  /** What those are told who do a part of it elsewhere. */
  readonly carrier: TraceCarrier;
  readonly traceId: string;
  readonly spanId: string;
  rename(name: string): void;
  note(attributes: SpanAttributes): void;
  /** `failure`: a code or the name of an error class, never its message. */
  end(failure?: string, at?: Date): void;
}

/** Collects spans and sends them on. */
export interface Tracer {
  start(start: SpanStart): Span;
  /** Sends what has not been sent yet; gives up after a few seconds. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** Of a collector: `http://collector:4318`; traces go to `/v1/traces` below it. */
  readonly endpoint: string;
  /** Sent along with every request to it, such as a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Of the traces that begin here; 1: all. */
  readonly ratio: number;
}

/** Which process traces. */
export interface TracedProcess {
  readonly role: string;
  readonly instance: string;
}
