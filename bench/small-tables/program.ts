import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PASSWORD = 'Correct-horse-7';
const START_MS = 60_000;

/** The program as `npm start` runs it, with a database of its own and an administrator who is logged in. */
export class Program {
  private token = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly base: string,
    private readonly folder: string,
  ) {}

  static async start(): Promise<Program> {
    const folder = mkdtempSync(join(tmpdir(), 'vizard-bench-'));
    const port = await freePort();
    const child = spawn(process.execPath, ['dist/src/main.js'], {
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, PORT: String(port) },
        ...{ LOG_LEVEL: 'error', RATE_LIMIT_MAX: '1000000000' },
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const program = new Program(child, `http://127.0.0.1:${port}`, folder);
    await program.isUp();
    await program.post('/api/users/admin-install/', {
      ...{ email: 'a@example.com', username: 'admin', password: PASSWORD, re_password: PASSWORD },
      allowed_hosts: ['127.0.0.1'],
    });
    const login = await program.post('/api/auth/token/login/', { username: 'admin', password: PASSWORD });
    program.token = String(login.key);
    return program;
  }

  post(path: string, body: object): Promise<Record<string, unknown>> {
    return this.ask('POST', path, body);
  }

  get(path: string): Promise<Record<string, unknown>> {
    return this.ask('GET', path);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const headers = {
      'Content-Type': 'application/json',
      ...(this.token === '' ? {} : { Authorization: `Token ${this.token}` }),
    };
    const sent = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(this.base + path, sent);
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    }
    return JSON.parse(text) as Record<string, unknown>;
  }

  private async isUp(): Promise<void> {
    const deadline = Date.now() + START_MS;
    for (;;) {
      const answer = await fetch(`${this.base}/api/healthcheck/`).catch(() => null);
      if (answer?.ok === true) {
        return;
      }
      if (Date.now() > deadline) {
        throw new Error('The program did not start.');
      }
      await sleep(100);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
