import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from './config-error.js';
import type { Config } from './config.js';
import { loadConfig } from './load-config.js';

const KEY = 'k'.repeat(32);

function load(env: Record<string, string | undefined>): Config {
  return loadConfig({ env, root: '/opt/vizard', cwd: '/srv', isTerminal: false });
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    load(env);
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.problems;
    }
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  it('needs nothing for one machine', () => {
    expect(load({})).toMatchObject({
      role: 'all',
      http: { host: '127.0.0.1', tcpPort: 8080, baseUrl: null, trustProxy: null },
      paths: {
        root: '/opt/vizard',
        dataDir: '/srv/data',
        mountsDir: '/srv/data/mounts',
        logsDir: '/srv/data/logs',
      },
      database: { url: null },
      redis: { url: null },
      secretKey: null,
      tokens: { userTokenHours: 12 },
      licenseMode: 'community',
      log: { level: 'info', format: 'json' },
    });
  });

  it('traces where an address is given, with headers as OpenTelemetry writes them', () => {
    expect(load({ OTEL_SERVICE_NAME: 'x' }).tracing).toBeNull();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic dTpw==, x-team=a%2Cb,odd=100%',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    };
    expect(load(env).tracing).toEqual({
      endpoint: 'http://collector:4318',
      headers: { authorization: 'Basic dTpw==', 'x-team': 'a,b', odd: '100%' },
      ...{ serviceName: 'vizard', ratio: 0.25 },
    });
  });

  it.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'secret-without-a-name' },
    { OTEL_TRACES_SAMPLER_ARG: '1.5' },
  ])('names a variable of traces that is wrong: %j', (env) => {
    const [name, value] = Object.entries(env)[0]!;
    const [problem] = problemsOf(env);
    expect(problem).toMatch(new RegExp(`^${name}: `));
    expect(problem).not.toContain(value);
  });

  it('keeps at least one worker process', () => {
    expect(load({}).workers.processes).toBeGreaterThanOrEqual(1);
  });

  it('takes what is given, trimmed, and treats empty as not set', () => {
    const config = load({
      PORT: ' 9000 ',
      HOST: '',
      BASE_URL: 'https://mask.example.com/x/',
      WORKER_PROCESSES: '3',
    });
    expect(config.http).toMatchObject({
      host: '127.0.0.1',
      tcpPort: 9000,
      baseUrl: 'https://mask.example.com/x',
    });
    expect(config.workers.processes).toBe(3);
  });

  it.each([
    ['1', 1],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['loopback, fd00::/8 ,192.0.2.7', ['loopback', 'fd00::/8', '192.0.2.7']],
  ])('trusts the proxies %j', (given, trustProxy) => {
    expect(load({ TRUST_PROXY: given }).http.trustProxy).toEqual(trustProxy);
  });

  it('writes for people on a terminal', () => {
    const start = { root: '/r', cwd: '/r', isTerminal: true };
    expect(loadConfig({ ...start, env: {} }).log.format).toBe('pretty');
    expect(loadConfig({ ...start, env: { LOG_FORMAT: 'json' } }).log.format).toBe('json');
  });

  it('is frozen through and through', () => {
    const config = load({});
    expect(() => Object.assign(config.http, { tcpPort: 1 })).toThrow(TypeError);
    expect(() => Object.assign(config, { role: 'api' })).toThrow(TypeError);
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['ROLE', 'boss'],
    ['BASE_URL', 'mask.example.com'],
    ['TRUST_PROXY', 'everyone'],
    ['TRUST_PROXY', '10.0.0.0/8,'],
    ['DATABASE_URL', 'mysql://u:hunter2@h/d'],
    ['REDIS_URL', 'hunter2'],
    ['SECRET_KEY', 'hunter2'],
    ['WORKER_PROCESSES', '0'],
    ['RATE_LIMIT_MAX', '-1'],
    ['JWT_ACCESS_TTL_S', 'soon'],
    ['LICENSE_MODE', 'pirate'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['MAX_UPLOAD_MB', '1e99'],
  ])('refuses a bad %s by name and does not show its value', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: `));
    expect(problems[0]).not.toContain(value);
  });

  it('names every problem at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'x' })).toHaveLength(2);
  });

  it.each(['api', 'worker'])('asks role %s for what all processes share', (role) => {
    const names = problemsOf({ ROLE: role }).map((problem) => problem.split(':')[0]);
    expect(names).toEqual(['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY']);
    const shared = { DATABASE_URL: 'postgres://h/d', REDIS_URL: 'redis://h', SECRET_KEY: KEY };
    expect(load({ ROLE: role, ...shared }).secretKey).toHaveLength(32);
  });

  it('wants claims to outlive a heartbeat', () => {
    expect(problemsOf({ WORKER_HEARTBEAT_MS: '5000', WORKER_STALE_MS: '6000' })).toEqual([
      'WORKER_STALE_MS: must be at least twice WORKER_HEARTBEAT_MS.',
    ]);
  });

  it('derives the same key from the same text, and another from another', () => {
    const shown = (text: string): string | undefined => load({ SECRET_KEY: text }).secretKey?.toString('hex');
    expect(shown(KEY)).toBe(shown(KEY));
    expect(shown(KEY)).not.toBe(shown(`${KEY}!`));
    expect(shown(KEY)).not.toContain(Buffer.from(KEY).toString('hex').slice(0, 16));
  });

  it('reads secrets from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vizard-config-'));
    const file = (name: string, content: string): string => {
      writeFileSync(join(folder, name), `${content}\n`);
      return join(folder, name);
    };
    const database = file('database', 'postgres://h/d');
    const redis = file('redis', 'redis://h');
    const key = file('key', KEY);
    const read = load({ DATABASE_URL_FILE: database, REDIS_URL_FILE: redis, SECRET_KEY_FILE: key });
    const given = load({ DATABASE_URL: 'postgres://h/d', REDIS_URL: 'redis://h', SECRET_KEY: KEY });
    expect(read).toEqual(given);
    expect(load({ DATABASE_URL: 'postgres://other/d', DATABASE_URL_FILE: database }).database.url).toBe(
      'postgres://other/d',
    );
    expect(problemsOf({ SECRET_KEY_FILE: join(folder, 'none') })).toEqual([
      'SECRET_KEY_FILE: the file cannot be read.',
    ]);
    rmSync(folder, { recursive: true });
  });
});
