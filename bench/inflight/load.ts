import autocannon from 'autocannon';
import type { Served } from './server.js';

const CONNECTIONS = 20;
const SECONDS = 5;
const WARM_UP_S = 2;

/** What one load showed. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

export interface Load {
  readonly path: string;
  readonly bodies: readonly string[];
  readonly seconds?: number;
  readonly connections?: number;
}

/** Sends the bodies in turn over all connections, after a warm-up. */
export async function measure({ port, authorization }: Served, load: Load): Promise<LoadResult> {
  const fire = (duration: number): Promise<autocannon.Result> =>
    autocannon({
      url: `http://127.0.0.1:${port}${load.path}`,
      ...{ connections: load.connections ?? CONNECTIONS, duration },
      requests: load.bodies.map((body) => ({
        ...{ method: 'POST' as const, path: load.path, body },
        headers: { 'content-type': 'application/json', ...(authorization === '' ? {} : { authorization }) },
      })),
    });
  await fire(WARM_UP_S);
  const { requests, latency, non2xx, errors } = await fire(load.seconds ?? SECONDS);
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors };
}
