const FINAL = ['finished', 'finished_with_warnings', 'failed', 'cancelled'];

export const isFinal = (status) => FINAL.includes(status);

/** The few calls of the public HTTP API that the demo needs; the README shows the same ones for curl. */
export class Api {
  #token = null;

  constructor(baseUrl) {
    this.baseUrl = baseUrl;
  }

  async request(method, path, body) {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.#token === null ? {} : { authorization: `Token ${this.#token}` }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    }
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return text !== '' && isJson ? JSON.parse(text) : text;
  }

  async isInstalled() {
    return (await this.request('GET', '/api/app/check/')).installed;
  }

  installAdmin(username, password) {
    return this.request('POST', '/api/users/admin-install/', {
      username,
      email: 'admin@example.com',
      password,
      re_password: password,
      allowed_hosts: ['localhost', '127.0.0.1'],
    });
  }

  async login(username, password) {
    const session = await this.request('POST', '/api/auth/token/login/', { username, password });
    this.#token = session.key;
  }

  /** Creates the named thing, or replaces the one that an earlier demo left. Returns its id. */
  async upsert(collection, fields) {
    const existing = await this.request('GET', `/api/${collection}/`);
    const same = existing.find((item) => item.name === fields.name);
    const saved = await (same === undefined
      ? this.request('POST', `/api/${collection}/`, fields)
      : this.request('PUT', `/api/${collection}/${same.id}/`, fields));
    return saved.id;
  }

  testConnection(id) {
    return this.request('POST', `/api/connections/${id}/test/`, {});
  }

  async unfinishedRuns() {
    const runs = await this.request('GET', '/api/runs/');
    return runs.filter((run) => !isFinal(run.status));
  }

  async cancelRun(id) {
    await this.request('POST', `/api/runs/${id}/cancel/`);
  }

  startDiscovery(fields) {
    return this.request('POST', '/api/schema-discovery/', fields);
  }

  /** All columns that a discovery saw. */
  async discovered(runId) {
    return (await this.request('GET', `/api/schema-discovery/v2/${runId}/?limit=1000`)).results;
  }

  /** The YAML of a ruleset for the selected columns. */
  generateRuleset(fields) {
    return this.request('POST', '/api/generate-ruleset/v2/', fields);
  }

  startRun(fields) {
    return this.request('POST', '/api/runs/', fields);
  }

  run(id) {
    return this.request('GET', `/api/runs/${id}/`);
  }

  runLog(id) {
    return this.request('GET', `/api/runs/${id}/log/`);
  }
}
