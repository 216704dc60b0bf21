import type { QueueOptions } from 'bull';
import type { JobLane } from '../job-payloads.js';

/** One Bull queue per lane, so that long jobs never stand before short ones. */
export const BULL_QUEUES: Readonly<Record<JobLane, string>> = { step: 'vizard-step', work: 'vizard-work' };

/** How soon the jobs of a dead worker are given to another. */
export interface StallTiming {
  readonly lockMs: number;
  readonly checkMs: number;
}

const STALL_TIMING: StallTiming = { lockMs: 15_000, checkMs: 5_000 };
const LONGEST_RECONNECT_PAUSE_MS = 1_000;

/**
 * Options of both queues. Commands wait while Redis is away (it may come back); callers bound their own waiting. Two
 * installations on one Redis share nothing: their keys begin with their ids.
 */
export function bullOptions(redisUrl: string, installationId: string, timing = STALL_TIMING): QueueOptions {
  return {
    prefix: `vizard:${installationId}`,
    redis: {
      ...redisAddress(redisUrl),
      maxRetriesPerRequest: null,
      enableReadyCheck: false,
      connectTimeout: 5_000,
      keepAlive: 10_000,
      // IPv4 and IPv6 alike.
      family: 0,
      retryStrategy: (attempt: number) => Math.min(100 * attempt, LONGEST_RECONNECT_PAUSE_MS),
    },
    settings: { lockDuration: timing.lockMs, stalledInterval: timing.checkMs, maxStalledCount: 10 },
  };
}

/** Bull wants parts, not an address. `rediss` means TLS. */
function redisAddress(redisUrl: string): NonNullable<Exclude<QueueOptions['redis'], string>> {
  const url = new URL(redisUrl);
  const database = Number(url.pathname.slice(1) || '0');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || '6379'),
    db: Number.isInteger(database) ? database : 0,
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
  };
}
