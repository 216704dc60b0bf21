import { availableParallelism } from 'node:os';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { TracingOptions } from '../common/tracing/tracer.js';
import { ConfigError } from './config-error.js';
import type { Config } from './config.js';
import { Env } from './env.js';
import { deriveSecretKey } from './secret-key.js';

/** What the process was started with; everything that the configuration depends on. */
export interface Start {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that holds package.json. */
  readonly root: string;
  /** Relative folders of the environment are resolved against it. */
  readonly cwd: string;
  readonly isTerminal: boolean;
}

/** Every variable that the program reads. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(new Env());

const FROM_FILE = [
  'SECRET_KEY',
  'DATABASE_URL',
  'REDIS_URL',
  'LICENSE_PUBLIC_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/**
 * Checks the environment and turns it into the frozen `Config`. Throws `ConfigError` that names every bad variable and
 * shows no value. `database.url` and `secretKey` stay null when role `all` is to make its own.
 */
export function loadConfig(start: Start): Config {
  const env = readEnv(start);
  const problems = [...problemsOf(env), ...roleProblems(env)];
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
  return toConfig(env, start);
}

function readEnv(start: Start): Env {
  const given = Object.fromEntries(Object.entries(start.env).filter(([, value]) => value?.trim()));
  for (const name of FROM_FILE) {
    const file = given[`${name}_FILE`];
    if (file !== undefined && given[name] === undefined) {
      given[name] = readSecretFile(`${name}_FILE`, resolve(start.cwd, file));
    }
  }
  const known = Object.fromEntries(
    VARIABLE_NAMES.filter((name) => given[name] !== undefined).map((name) => [name, given[name]?.trim()]),
  );
  return plainToInstance(Env, known, { exposeDefaultValues: true });
}

function readSecretFile(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new ConfigError([`${variable}: the file cannot be read.`]);
  }
}

function problemsOf(env: Env): string[] {
  const errors = validateSync(env, { validationError: { target: false, value: false } });
  return errors.map((error) => {
    const reasons = Object.values(error.constraints ?? {}).map((text) =>
      text.replace(new RegExp(`^${error.property} `), ''),
    );
    return `${error.property}: ${reasons.join(', ')}.`;
  });
}

function roleProblems(env: Env): string[] {
  const problems: string[] = [];
  if (env.WORKER_STALE_MS < 2 * env.WORKER_HEARTBEAT_MS) {
    problems.push('WORKER_STALE_MS: must be at least twice WORKER_HEARTBEAT_MS.');
  }
  if (env.LICENSE_MODE === 'file' && env.LICENSE_PUBLIC_KEY === undefined) {
    problems.push('LICENSE_PUBLIC_KEY: must be set when LICENSE_MODE is file.');
  }
  if (env.ROLE !== 'api' && env.ROLE !== 'worker') {
    return problems;
  }
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY'] as const) {
    if (env[name] === undefined) {
      problems.push(`${name}: must be set when ROLE is ${env.ROLE}, the same for all processes.`);
    }
  }
  return problems;
}

function toConfig(env: Env, start: Start): Config {
  const dataDir = resolve(start.cwd, env.DATA_DIR);
  return deepFreeze({
    role: env.ROLE,
    http: {
      host: env.HOST,
      tcpPort: env.PORT,
      baseUrl: env.BASE_URL?.replace(/\/+$/, '') ?? null,
      trustProxy: trustedProxies(env.TRUST_PROXY),
    },
    paths: {
      root: start.root,
      dataDir,
      logsDir: resolve(dataDir, 'logs'),
      mountsDir:
        env.MOUNTS_DIR === undefined ? resolve(dataDir, 'mounts') : resolve(start.cwd, env.MOUNTS_DIR),
    },
    database: { url: env.DATABASE_URL ?? null },
    redis: { url: env.REDIS_URL ?? null },
    secretKey: env.SECRET_KEY === undefined ? null : deriveSecretKey(env.SECRET_KEY),
    workers: {
      processes: env.WORKER_PROCESSES ?? Math.max(1, availableParallelism() - 1),
      slots: env.WORKER_SLOTS,
      heartbeatMs: env.WORKER_HEARTBEAT_MS,
      staleMs: env.WORKER_STALE_MS,
      patienceMs: env.RETRY_PATIENCE_S * 1_000,
    },
    rateLimit: { max: env.RATE_LIMIT_MAX, windowS: env.RATE_LIMIT_WINDOW_S },
    tokens: {
      userTokenHours: env.USER_TOKEN_TTL_H,
      jwtAccessS: env.JWT_ACCESS_TTL_S,
      jwtRefreshS: env.JWT_REFRESH_TTL_S,
    },
    licenseMode: env.LICENSE_MODE,
    licensePublicKey: env.LICENSE_PUBLIC_KEY ?? null,
    aiEngineUrl: env.AI_ENGINE_URL ?? null,
    tracing: tracingOf(env),
    log: { level: env.LOG_LEVEL, format: env.LOG_FORMAT ?? (start.isTerminal ? 'pretty' : 'json') },
    git: { timeoutMs: env.GIT_TIMEOUT_S * 1_000, maxMegabytes: env.GIT_MAX_REPOSITORY_MB },
    storage: { allowPublic: env.STORAGE_ALLOW_PUBLIC === 'true' },
    limits: {
      maxUploadMb: env.MAX_UPLOAD_MB,
      maxMaskBodyMb: env.MAX_MASK_BODY_MB,
      maskBodyMs: env.MASK_BODY_TIMEOUT_S * 1_000,
    },
  });
}

function tracingOf(env: Env): TracingOptions | null {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) {
    return null;
  }
  const pairs = env.OTEL_EXPORTER_OTLP_HEADERS?.split(',') ?? [];
  return {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
    headers: Object.fromEntries(pairs.map(headerOf)),
    serviceName: env.OTEL_SERVICE_NAME,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}

function headerOf(pair: string): [name: string, value: string] {
  const end = pair.indexOf('=');
  const value = pair.slice(end + 1).trim();
  return [pair.slice(0, end).trim(), value.includes('%') ? decoded(value) : value];
}

/** What only looks encoded stays as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function trustedProxies(given: string | undefined): number | string[] | null {
  if (given === undefined) {
    return null;
  }
  return /^\d+$/.test(given) ? Number(given) : given.split(/ *, */);
}

/** Freezes plain objects through and through; typed arrays cannot be frozen and stay as they are. */
export function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null && !ArrayBuffer.isView(part)) {
      deepFreeze(part as object);
    }
  }
  return Object.freeze(value);
}
