/** A server process of the in-flight benchmark: `node server.js <kind>` prints one JSON line about itself when it listens. */
import 'reflect-metadata';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Body, Controller, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiProcess } from '../../src/api-process.js';
import { LogFile } from '../../src/common/logging/log-file.js';
import { Logger } from '../../src/common/logging/logger.js';
import { loadConfig } from '../../src/config/load-config.js';
import { startOf } from '../../src/config/start.js';
import { IfmPlansService } from '../../src/ifm-plans/ifm-plans.service.js';
import { fillTables } from '../management/fill-tables.js';
import { PLANS } from './plans.js';

/** What the client needs to know. */
export interface Served {
  readonly port: number;
  /** Value of the `Authorization` header; empty where none is needed. */
  readonly authorization: string;
  /** Path to mask with each plan of `PLANS`. */
  readonly paths: Readonly<Record<string, string>>;
}

let stop = (): Promise<void> => Promise.resolve();
/** Puts so many rows into each table. */
let fill = (_rows: number): Promise<void> => Promise.resolve();

const PASSWORD = 'Correct-horse-7';

@Controller('echo')
class EchoController {
  @Post()
  echo(@Body() body: unknown): unknown {
    return body;
  }
}

@Module({ controllers: [EchoController] })
class EchoModule {}

const SERVERS: Readonly<Record<string, () => Promise<Served>>> = { bare, nest, vizard };

async function bare(): Promise<Served> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: portOf(server), authorization: '', paths: {} };
}

async function nest(): Promise<Served> {
  const app = await NestFactory.create(EchoModule, { logger: false });
  await app.listen(0, '127.0.0.1');
  return { port: portOf(app.getHttpServer() as Server), authorization: '', paths: {} };
}

/** The whole program as `npm start` runs it, on a database of its own, with a plan of each kind. */
async function vizard(): Promise<Served> {
  const config = loadConfig(startOf(process.cwd()));
  const logger = Logger.create(config.log, undefined, new LogFile(config.paths.logsDir, 'api'));
  const api = await ApiProcess.start(config, logger, () => {
    process.exit(1);
  });
  stop = (): Promise<void> => api.stop();
  fill = (rows): Promise<void> => fillTables(api.app, rows);
  const port = portOf(api.app.getHttpServer());
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } },
    });
  await post('/api/users/admin-install/', {
    ...{ email: 'a@example.com', username: 'admin', password: PASSWORD, re_password: PASSWORD },
    allowed_hosts: ['127.0.0.1'],
  });
  const login = await post('/api/auth/jwt/login/', { username: 'admin', password: PASSWORD });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const plans = api.app.get(IfmPlansService);
  const user = { id: 1, username: 'admin', isAdmin: true, roles: [], tokenKind: 'jwt' } as const;
  const make = async (name: string, rules: string): Promise<string> => {
    const rulesetYaml = `version: "1.0"\nrules: ${rules}\n`;
    return `/ifm/ruleset-plans/${(await plans.create(user, { name, rulesetYaml, options: {} })).name}/mask/`;
  };
  const paths: Record<string, string> = {};
  for (const [name, rules] of Object.entries(PLANS)) {
    paths[name] = await make(name, rules);
  }
  const many = Number(process.env.BENCH_PLANS ?? 0);
  for (let i = 0; i < many; i++) {
    paths[`many-${i}`] = await make('many', PLANS.three);
  }
  return { port, authorization: `Bearer ${token}`, paths };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

process.on('message', (message) => {
  void fill(Number(message)).then(() => process.send?.(process.memoryUsage()));
});
process.on('disconnect', () => {
  void stop().finally(() => process.exit());
});
process.send?.(await SERVERS[process.argv[2] ?? '']?.());
