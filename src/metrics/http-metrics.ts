import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Gauge, Histogram } from 'prom-client';
import { routeOf } from '../common/http/route-of.js';
import { MetricsRegistry } from './metrics-registry.js';

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const STARTED = 'http.server.request.start';
/** One label for whatever is asked for in vain: a scanner must not make thousands of time series. */
const NO_ROUTE = 'none';
const ANSWERED = 'http.server.response.finish';

interface Exchange {
  readonly server: unknown;
  readonly request: IncomingMessage & { readonly route?: { readonly path?: unknown } };
  readonly response: ServerResponse;
}

/**
 * Times requests from what Node's HTTP server publishes about itself: every answer is seen, also of the masking route,
 * which the framework never sees, and no middleware stands in the way.
 */
@Injectable()
export class HttpMetrics implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly startedAt = new WeakMap<IncomingMessage, number>();
  private readonly durations: Histogram<'method' | 'route' | 'status'>;
  private readonly open: Gauge;
  private readonly observers = new Map<string, (seconds: number) => void>();

  constructor(
    { registry }: MetricsRegistry,
    private readonly host: HttpAdapterHost,
  ) {
    const registers = [registry];
    this.durations = new Histogram({
      name: 'vizard_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    });
    this.open = new Gauge({
      name: 'vizard_http_connections',
      help: 'Open connections of HTTP clients.',
      registers,
      collect: async () => {
        this.open.set(await this.connections());
      },
    });
  }

  onApplicationBootstrap(): void {
    subscribe(STARTED, this.start);
    subscribe(ANSWERED, this.end);
  }

  onModuleDestroy(): void {
    unsubscribe(STARTED, this.start);
    unsubscribe(ANSWERED, this.end);
  }

  private readonly start = (message: unknown): void => {
    const { request, server } = message as Exchange;
    if (server === this.server()) {
      this.startedAt.set(request, performance.now());
    }
  };

  private readonly end = (message: unknown): void => {
    const { request, response } = message as Exchange;
    const startedAt = this.startedAt.get(request);
    if (startedAt !== undefined) {
      this.observer(request, response.statusCode)((performance.now() - startedAt) / 1_000);
    }
  };

  /** Finding a series by its labels costs more than adding to it. */
  private observer(request: Exchange['request'], statusCode: number): (seconds: number) => void {
    const method = request.method ?? '';
    const route = routeOf(request) ?? NO_ROUTE;
    const key = `${method} ${route} ${statusCode}`;
    let observe = this.observers.get(key);
    if (observe === undefined) {
      const series = this.durations.labels({ method, route, status: String(statusCode) });
      observe = (seconds) => {
        series.observe(seconds);
      };
      this.observers.set(key, observe);
    }
    return observe;
  }

  private server(): unknown {
    return this.host.httpAdapter.getHttpServer() as unknown;
  }

  private connections(): Promise<number> {
    const server = this.server() as { getConnections(done: (error: unknown, count: number) => void): void };
    return new Promise((resolve) => {
      server.getConnections((_error, count) => {
        resolve(count);
      });
    });
  }
}
