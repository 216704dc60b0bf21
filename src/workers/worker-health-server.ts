import { createServer, type Server } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../config/config.js';
import { BullJobQueue } from '../queue/bull-job-queue.js';
import { JobQueue } from '../queue/job-queue.js';

/** Answers `GET /healthz` for the orchestrator: 200 when database and queue can be reached, else 503. */
export function startWorkerHealthServer(app: INestApplicationContext, config: Config): Promise<Server> {
  const dataSource = app.get(DataSource, { strict: false });
  const queue = app.get(JobQueue, { strict: false });
  const server = createServer((request, response) => {
    if (request.url !== '/healthz') {
      response.writeHead(404).end();
      return;
    }
    void checks(dataSource, queue).then((body) => {
      const isHealthy = body.database && body.queue;
      response.writeHead(isHealthy ? 200 : 503, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: isHealthy ? 'ok' : 'unavailable', ...body }));
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.http.tcpPort, config.http.host, () => {
      resolve(server);
    });
  });
}

async function checks(
  dataSource: DataSource,
  queue: JobQueue,
): Promise<{ database: boolean; queue: boolean }> {
  const [database, reachable] = await Promise.all([
    dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    ),
    queue instanceof BullJobQueue ? queue.isReachable() : queue.workersAlive(),
  ]);
  return { database, queue: reachable };
}
