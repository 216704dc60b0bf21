import { createServer, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { endServer, listenLocally, urlOf } from './local-server.js';

type Scalar = string | number | boolean;

/** A span as the collector gets it, without the wrapping. */
export interface SunkSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: it began the trace. */
  readonly parent: string;
  /** SERVER 2, CONSUMER 5, INTERNAL 1. */
  readonly kind: number;
  readonly failed: boolean;
  readonly role: Scalar | undefined;
  readonly attributes: Readonly<Record<string, Scalar>>;
}

interface WireAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, Scalar>>;
}

interface WireSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status?: { readonly code?: number };
  readonly attributes?: readonly WireAttribute[];
}

interface WireTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly WireAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

const STATUS_ERROR = 2;

/** A collector that takes OTLP over HTTP as JSON and keeps what it gets. */
export class TraceSink {
  readonly spans: SunkSpan[] = [];
  /** Everything as it arrived, to be searched for what must not be in it. */
  text = '';
  headers: IncomingHttpHeaders = {};
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST' && request.url === '/v1/traces') {
        this.headers = request.headers;
        this.take(Buffer.concat(chunks).toString('utf8'));
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });

  static async start(): Promise<TraceSink> {
    const sink = new TraceSink();
    await listenLocally(sink.server);
    return sink;
  }

  get url(): string {
    return urlOf(this.server);
  }

  /** Waits for spans that fulfil a wish. */
  async await(wish: string, wished: (spans: readonly SunkSpan[]) => boolean): Promise<void> {
    const deadline = Date.now() + 500_000;
    while (!wished(this.spans)) {
      if (Date.now() > deadline) {
        throw new Error(`No ${wish}: ${JSON.stringify(this.spans)}`);
      }
      await sleep(50);
    }
  }

  async stop(): Promise<void> {
    await endServer(this.server);
  }

  private take(body: string): void {
    this.text += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as WireTraces).resourceSpans) {
      const { role } = plain(resource.attributes);
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans.map((span) => sunk(span, role))));
    }
  }
}

function sunk(span: WireSpan, role: Scalar | undefined): SunkSpan {
  const { name, traceId, spanId, kind, parentSpanId = '', status, attributes = [] } = span;
  return {
    ...{ name, traceId, spanId, kind, parent: parentSpanId, role },
    failed: status?.code === STATUS_ERROR,
    attributes: plain(attributes),
  };
}

function plain(attributes: readonly WireAttribute[]): Record<string, Scalar> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));
}
