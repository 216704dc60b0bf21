import { Agent, request } from 'node:http';

export interface Answer {
  /** 0: the connection broke off. */
  readonly status: number;
  readonly body: unknown;
  /** Until the last byte was there; to read it is the caller's. */
  readonly ms: number;
}

/** Calls the management API over connections that are kept. */
export class Api {
  private readonly agent = new Agent({ keepAlive: true });
  private headers: Record<string, string> = {};

  constructor(private readonly port: number) {}

  async logIn(username: string, password: string): Promise<void> {
    const { body } = await this.send('POST', '/api/auth/token/login/', { username, password });
    this.headers = { authorization: `Token ${(body as { key: string }).key}` };
  }

  /** Never rejects. */
  send(method: string, path: string, body?: object): Promise<Answer> {
    const startedAt = performance.now();
    const text = body === undefined ? '' : JSON.stringify(body);
    const { port, agent } = this;
    const sizes = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    return new Promise((resolve) => {
      const end = (status: number, answer: readonly Buffer[]): void => {
        const ms = performance.now() - startedAt;
        resolve({ status, body: status === 0 ? null : parsed(Buffer.concat(answer).toString()), ms });
      };
      const headers = { ...this.headers, ...(text === '' ? {} : sizes) };
      const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          end(response.statusCode ?? 0, chunks);
        });
        response.on('error', () => {
          end(0, []);
        });
      });
      sent.on('error', () => {
        end(0, []);
      });
      sent.end(text);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
