import type { NestExpressApplication } from '@nestjs/platform-express';
import { Redis } from 'ioredis';
import { SecretBoxError } from '../../../src/common/crypto/secret-box.js';
import { Logger } from '../../../src/common/logging/logger.js';
import { CONFIG, type Config } from '../../../src/config/config.js';
import { InstallationService } from '../../../src/installation/installation.service.js';
import { InProcessJobQueue } from '../../../src/queue/in-process-job-queue.js';
import { JobQueue } from '../../../src/queue/job-queue.js';
import type { TestRedis } from '../redis.js';
import { recordSaid, recordSecret } from './records.js';

/** The log of an application under test: every line is kept; `VIZARD_TEST_LOG` (a level) shows it as well. */
export function recordedLogger(): Logger {
  const shown = process.env.VIZARD_TEST_LOG !== undefined;
  const write = (line: string): void => {
    recordSaid({ kind: 'log', name: 'of the API' }, Buffer.from(line));
    if (shown) {
      process.stdout.write(line);
    }
  };
  return Logger.create({ level: process.env.VIZARD_TEST_LOG ?? 'debug', format: 'json' }, { write });
}

/** Keeps the jobs of an application, and the secrets that it made itself; the answer ends listening to Redis. */
export async function recordApp(app: NestExpressApplication, redis: TestRedis | null): Promise<() => void> {
  const config = app.get<Config>(CONFIG);
  recordSecret('secret key', config.secretKey?.toString('hex') ?? '');
  recordSecret('secret of the installation', await instanceSecretOf(app));
  if (redis !== null) {
    return recordRedis(redis);
  }
  const queue = app.get(JobQueue);
  if (queue instanceof InProcessJobQueue) {
    const { enqueue, receive } = queue;
    queue.enqueue = (name, payload, options): Promise<void> => {
      recordJob(name, [payload, options]);
      return enqueue.call(queue, name, payload, options);
    };
    queue.receive = (link, message): void => {
      if (message.kind === 'enqueue') {
        recordJob(message.job.name, [message.job.payload, message.options]);
      }
      receive.call(queue, link, message);
    };
  }
  return () => undefined;
}

/** Empty where a test starts an application with a key that does not fit. */
async function instanceSecretOf(app: NestExpressApplication): Promise<string> {
  try {
    return await app.get(InstallationService).instanceSecret();
  } catch (error) {
    if (error instanceof SecretBoxError) {
      return '';
    }
    throw error;
  }
}

/** Every command that anybody sends to a Redis, until it ends. */
async function recordRedis(redis: TestRedis): Promise<() => void> {
  const client = new Redis(redis.url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  await client.connect();
  const monitor = await client.monitor();
  monitor.on('error', () => undefined);
  monitor.on('monitor', (_time: string, words: string[]) => {
    recordSaid({ kind: 'queue', name: `Redis ${words[0] ?? ''}` }, Buffer.from(words.join(' ')));
  });
  client.disconnect();
  return () => {
    monitor.disconnect();
  };
}

function recordJob(name: string, parts: readonly unknown[]): void {
  recordSaid({ kind: 'queue', name }, Buffer.from(JSON.stringify(parts)));
}
