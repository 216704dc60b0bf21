import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataFolder } from '../../test/support/data-folder.js';
import { memoryOf, type MemoryFigures } from './process-memory.js';
import type { Caller, FuzzRequest } from './requests.js';

const PASSWORD = 'Correct-horse-7';
const START_MS = 60_000;
const HEAP_MB = 224;
const PROBE = './dist/bench/fuzz-api/heap-probe.js';

export interface Answer {
  /** 0: the connection broke off. */
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

/** The program as `npm start` runs it, with a database and files of its own, and an administrator. */
export class FuzzedServer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
    private readonly folder: string,
  ) {}

  static async start(port: number): Promise<FuzzedServer> {
    const folder = makeDataFolder('fuzz');
    const child = spawn(process.execPath, ['--expose-gc', '--import', PROBE, 'dist/src/main.js'], {
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, PORT: String(port) },
        ...{ LOG_LEVEL: 'error', LOG_FORMAT: 'json', WORKER_PROCESSES: '1', RATE_LIMIT_MAX: '1000000000' },
        // What leaks comes to this end soon, and is a fault.
        NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --no-warnings`,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const server = new FuzzedServer(child, port, folder);
    const deadline = Date.now() + START_MS;
    while ((await server.send(plain('GET', '/api/healthcheck/'))).status !== 200) {
      if (Date.now() > deadline) {
        throw new Error('The server did not start.');
      }
      await sleep(100);
    }
    await server.send(
      json('/api/users/admin-install/', {
        ...{ email: 'a@example.com', username: 'admin', password: PASSWORD, re_password: PASSWORD },
        allowed_hosts: ['127.0.0.1'],
      }),
    );
    return server;
  }

  /** `Authorization` headers of an administrator, by login and for masking; null: the requests have locked everybody out. */
  async logIn(): Promise<Caller | null> {
    const [login, jwt] = await Promise.all(
      ['/api/auth/token/login/', '/api/auth/jwt/login/'].map((path) =>
        this.send(json(path, { username: 'admin', password: PASSWORD }), '127.0.0.9'),
      ),
    );
    const token = field(login, 'key');
    const access = field(jwt, 'access_token');
    return token === undefined || access === undefined
      ? null
      : { token: `Token ${token}`, bearer: `Bearer ${access}` };
  }

  /** Never rejects: what breaks off has status 0. */
  send({ method, path, headers, body }: FuzzRequest, localAddress = '127.0.0.1'): Promise<Answer> {
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const end = (status: number, text: string): void => {
        resolve({ status, text, ms: performance.now() - startedAt });
      };
      const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
      const sent = httpRequest(
        {
          host: '127.0.0.1',
          port: this.port,
          method,
          path,
          headers: { ...headers, ...length },
          localAddress,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            end(response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8'));
          });
          response.on('error', () => {
            end(0, '');
          });
        },
      );
      sent.on('error', () => {
        end(0, '');
      });
      sent.setTimeout(30_000, () => sent.destroy());
      sent.end(body ?? undefined);
    });
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What its processes occupy. */
  memory(): Promise<MemoryFigures> {
    return memoryOf(this.child);
  }

  async stop(): Promise<void> {
    if (this.isAlive) {
      const ended = new Promise((resolve) => this.child.once('exit', resolve));
      this.child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function plain(method: string, path: string): FuzzRequest {
  return { method, path, headers: {}, body: null };
}

function json(path: string, body: object): FuzzRequest {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function field(answer: Answer | undefined, name: string): string | undefined {
  try {
    const value = (JSON.parse(answer?.text ?? '') as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
