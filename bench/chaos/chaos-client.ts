import { setTimeout as sleep } from 'node:timers/promises';

const PASSWORD = 'Correct-horse-7';
const PATIENCE_MS = 300_000;
const PAUSE_MS = 100;
const FINAL = new Set(['finished', 'finished_with_warnings', 'failed', 'cancelled']);

/** A run as the API shows it. */
export interface ShownRun {
  readonly id: number;
  readonly status: string;
  readonly error_message: string | null;
  readonly progress: {
    readonly rows_done: number;
    readonly tasks: readonly {
      readonly path: string;
      readonly status: string;
      readonly rows_done: number;
      readonly rows_masked: number;
      readonly columns: readonly object[];
    }[];
  };
}

/** Calls whichever API process answers, as users behind a load balancer do, and counts the answers. */
export class ChaosClient {
  /** Answers by status; 0: no connection, or one that broke off. */
  readonly answers = new Map<number, number>();
  private authorization = '';
  private turn = 0;
  private names = 0;

  constructor(private readonly urls: () => readonly string[]) {}

  /** Makes the administrator and logs in. */
  async install(): Promise<void> {
    const login = { username: 'admin', password: PASSWORD };
    await this.send('POST', '/api/users/admin-install/', {
      ...{ ...login, email: 'admin@example.com', re_password: PASSWORD },
      allowed_hosts: ['127.0.0.1'],
    });
    const { key } = await this.send<{ key: string }>('POST', '/api/auth/token/login/', login);
    this.authorization = `Token ${key}`;
  }

  /** Creates something that has a name, and gives its id. */
  async create<Id = string>(path: string, body: object): Promise<Id> {
    this.names += 1;
    return (await this.send<{ id: Id }>('POST', path, { name: `chaos ${this.names}`, ...body })).id;
  }

  ruleset(tasks: string, maskType: 'database' | 'file' = 'database'): Promise<string> {
    const body = { mask_type: maskType, config_yaml: `version: "1.0"\ntasks:\n${tasks}` };
    return this.create('/api/rulesets/', body);
  }

  run(id: number): Promise<ShownRun> {
    return this.send('GET', `/api/runs/${id}/`);
  }

  async isOver(ids: readonly number[]): Promise<boolean> {
    for (const id of ids) {
      if (!FINAL.has((await this.run(id)).status)) {
        return false;
      }
    }
    return true;
  }

  async logOf(id: number): Promise<readonly string[]> {
    return (await this.send<{ message: string }[]>('GET', `/api/runs/${id}/log/`)).map(
      ({ message }) => message,
    );
  }

  /** Tries until somebody answers; an answer other than a success is an error, while servers are away only for long. */
  async send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.sendOnce(method, path, body);
      if (answer.status >= 200 && answer.status < 300) {
        return JSON.parse(answer.text) as Answer;
      }
      const isPassing = answer.status === 0 || answer.status >= 500;
      if (!isPassing || Date.now() > deadline) {
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 500)}`);
      }
      await sleep(PAUSE_MS);
    }
  }

  private async sendOnce(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; text: string }> {
    const urls = this.urls();
    this.turn += 1;
    const answer = await fetch(`${urls[this.turn % urls.length]!}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: this.authorization },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: unknown) => ({ status: 0, text: String(error) }));
    this.answers.set(answer.status, (this.answers.get(answer.status) ?? 0) + 1);
    return answer;
  }
}
