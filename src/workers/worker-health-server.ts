import { createServer, type Server, type ServerResponse } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SECURITY_HEADERS } from '../common/http/security-headers.js';
import type { Config } from '../config/config.js';
import { askReachable } from '../health/readiness.js';
import { JobQueue } from '../queue/job-queue.js';

const HEADERS = { ...Object.fromEntries(SECURITY_HEADERS), 'cache-control': 'no-store' };

/**
 * Answers probes of the orchestrator. `GET /livez`: 200 while the process answers. `GET /healthz`: 200 when database and
 * queue can be reached, else 503.
 */
export function startWorkerHealthServer(app: INestApplicationContext, config: Config): Promise<Server> {
  const dataSource = app.get(DataSource, { strict: false });
  const queue = app.get(JobQueue, { strict: false });
  const server = createServer((request, response) => {
    if (request.url === '/livez') {
      answer(response, true, {});
    } else if (request.url === '/healthz') {
      void askReachable(dataSource, queue).then((reachable) => {
        answer(response, reachable.database && reachable.queue, reachable);
      });
    } else {
      response.writeHead(404, HEADERS).end();
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.http.tcpPort, config.http.host, () => {
      resolve(server);
    });
  });
}

function answer(response: ServerResponse, isOk: boolean, details: object): void {
  response.writeHead(isOk ? 200 : 503, { ...HEADERS, 'content-type': 'application/json' });
  response.end(JSON.stringify({ status: isOk ? 'ok' : 'unavailable', ...details }));
}
