import type { AddressInfo } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import type { Logger } from '../common/logging/logger.js';
import type { Config } from '../config/config.js';

/** Says where the server is and, while there is no user, how to make the first administrator. */
export async function announce(app: NestExpressApplication, config: Config, logger: Logger): Promise<void> {
  const base = config.http.baseUrl ?? localAddress(app);
  const needsAdmin = !(await hasUsers(app));
  const startupMs = Math.round(performance.now());
  if (config.log.format === 'pretty') {
    logger.info('Vizard is ready', { startupMs });
    process.stdout.write(banner(base, needsAdmin));
    return;
  }
  logger.info('Vizard is ready', {
    url: base,
    docs: `${base}/api/docs/`,
    startupMs,
    ...(needsAdmin ? { firstAdmin: firstAdmin(base) } : {}),
  });
}

function localAddress(app: NestExpressApplication): string {
  const { address, port, family } = app.getHttpServer().address() as AddressInfo;
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function hasUsers(app: INestApplicationContext): Promise<boolean> {
  const rows: unknown[] = await app
    .get(DataSource, { strict: false })
    .query('SELECT 1 FROM user_account LIMIT 1');
  return rows.length > 0;
}

function firstAdmin(base: string): string {
  const body = JSON.stringify({
    email: 'admin@example.com',
    username: 'admin',
    password: '<password>',
    re_password: '<password>',
    allowed_hosts: ['localhost', '127.0.0.1'],
  });
  return `curl -X POST ${base}/api/users/admin-install/ -H 'Content-Type: application/json' -d '${body}'`;
}

function banner(base: string, needsAdmin: boolean): string {
  const lines = ['', `  Vizard      ${base}`, `  API docs    ${base}/api/docs/`];
  if (needsAdmin) {
    lines.push('', '  No user yet. Make the first administrator:', `  ${firstAdmin(base)}`);
  }
  return `${lines.join('\n')}\n\n`;
}
