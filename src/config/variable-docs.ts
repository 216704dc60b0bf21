import type { Env } from './env.js';

/** What operators are told of one variable, or of some that belong together. */
export interface VariableDoc {
  readonly names: readonly (keyof Env)[];
  readonly meaning: string;
  /** What holds where a variable without a default is not set. */
  readonly unset?: string;
}

export interface VariableGroup {
  readonly title: string;
  readonly variables: readonly VariableDoc[];
}

/** Every variable of `Env`, as `.env.example` and docs/configuration.md explain it. */
export const VARIABLE_GROUPS: readonly VariableGroup[] = [
  {
    title: 'Processes and addresses',
    variables: [
      {
        names: ['ROLE'],
        meaning:
          'all: HTTP and worker processes on one machine. api, worker: one of them; both need DATABASE_URL, REDIS_URL and SECRET_KEY.',
      },
      {
        names: ['HOST'],
        meaning:
          'Address to listen on. 127.0.0.1 answers this machine only; the container image sets 0.0.0.0.',
      },
      { names: ['PORT'], meaning: 'TCP port to listen on; 0 takes a free one.' },
      {
        names: ['BASE_URL'],
        meaning: 'Public address, as in links.',
        unset: 'the address of each request',
      },
      {
        names: ['TRUST_PROXY'],
        meaning:
          'Whose X-Forwarded-For, -Proto and -Host headers are believed: the number of proxies before Vizard, or their addresses (10.0.0.0/8, loopback) by commas.',
        unset: "nobody's",
      },
    ],
  },
  {
    title: 'Where things are kept',
    variables: [
      {
        names: ['DATA_DIR'],
        meaning: 'Folder for the private database, the key file, logs and mounted shares.',
      },
      {
        names: ['MOUNTS_DIR'],
        meaning: 'Root of the mounted shares that file connections may use.',
        unset: 'mounts below DATA_DIR',
      },
      {
        names: ['DATABASE_URL', 'DATABASE_URL_FILE'],
        meaning:
          'PostgreSQL that Vizard keeps its own records in (not the one to mask), or a file that holds the address, such as a mounted secret.',
        unset: 'a private server below DATA_DIR',
      },
      {
        names: ['REDIS_URL', 'REDIS_URL_FILE'],
        meaning: 'Redis for the job queue, or a file that holds its address.',
        unset: 'jobs go to worker processes of this machine (role all)',
      },
      {
        names: ['SECRET_KEY', 'SECRET_KEY_FILE'],
        meaning:
          'At least 32 characters, the same for all processes; seals stored passwords and signs tokens. Keep it: without it they cannot be opened.',
        unset: 'a key file below DATA_DIR, made on the first start (role all)',
      },
    ],
  },
  {
    title: 'Workers',
    variables: [
      {
        names: ['WORKER_PROCESSES'],
        meaning: 'Worker processes of role all.',
        unset: 'the number of cores less one, at least one',
      },
      { names: ['WORKER_SLOTS'], meaning: 'Long jobs that one worker process runs side by side.' },
      {
        names: ['WORKER_HEARTBEAT_MS', 'WORKER_STALE_MS'],
        meaning:
          'A working process gives a sign of life this often; without one for WORKER_STALE_MS (at least twice as long) its work is given to another.',
      },
      {
        names: ['RETRY_PATIENCE_S'],
        meaning:
          'For how long a run goes on trying, with growing pauses, while a database or storage that it masks is away or refuses; then it fails.',
      },
    ],
  },
  {
    title: 'Callers',
    variables: [
      {
        names: ['RATE_LIMIT_MAX', 'RATE_LIMIT_WINDOW_S'],
        meaning: 'Requests per caller and window of so many seconds; more are answered 429.',
      },
      {
        names: ['USER_TOKEN_TTL_H', 'JWT_ACCESS_TTL_S', 'JWT_REFRESH_TTL_S'],
        meaning:
          "Lifetimes of user tokens (hours) and of the in-flight service's access and refresh tokens (seconds).",
      },
    ],
  },
  {
    title: 'Licence and other services',
    variables: [
      {
        names: ['LICENSE_MODE'],
        meaning: 'Where the licence comes from; community needs none and has no limits.',
      },
      {
        names: ['LICENSE_PUBLIC_KEY', 'LICENSE_PUBLIC_KEY_FILE'],
        meaning:
          'Only where LICENSE_MODE is file: Ed25519 public key (PEM text) of whoever issues the licence files, or a file with it.',
        unset: 'none',
      },
      {
        names: ['AI_ENGINE_URL'],
        meaning:
          'Engine that recognises entities in free text (mask unstructured_text) for masking in requests; it speaks the HTTP form of the Presidio analyzer. Runs use the built-in detector.',
        unset: 'the built-in one everywhere',
      },
      {
        names: ['GIT_TIMEOUT_S', 'GIT_MAX_REPOSITORY_MB'],
        meaning:
          'Longest time for one call of a Git server, in seconds, and the largest repository taken, in megabytes.',
      },
      {
        names: ['STORAGE_ALLOW_PUBLIC'],
        meaning:
          'true: file connections may use buckets and containers that the world can read. false: they are refused.',
      },
    ],
  },
  {
    title: 'Logs',
    variables: [
      { names: ['LOG_LEVEL'], meaning: 'The least important lines that are still written.' },
      {
        names: ['LOG_FORMAT'],
        meaning: 'json for machines, pretty for people.',
        unset: 'pretty on a terminal, else json',
      },
    ],
  },
  {
    title: 'Traces',
    variables: [
      {
        names: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
        meaning:
          'Address of an OpenTelemetry collector that takes OTLP over HTTP, such as http://collector:4318; traces go to /v1/traces below it. They hold ids, routes, kinds and counts, and neither data, nor names of tables or files, nor secrets.',
        unset: 'nothing is traced',
      },
      {
        names: ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_HEADERS_FILE'],
        meaning:
          'Headers for the collector, such as a key: name=value,name=value, values percent-encoded where they hold a comma; or a file that holds them.',
        unset: 'none',
      },
      {
        names: ['OTEL_SERVICE_NAME'],
        meaning: 'Name of the service in traces.',
      },
      {
        names: ['OTEL_TRACES_SAMPLER_ARG'],
        meaning:
          'Share of the traces to keep, from 0 to 1. Requests that belong to a trace already (header traceparent) go by what was decided there.',
      },
    ],
  },
  {
    title: 'Sizes and patience',
    variables: [
      {
        names: ['MAX_UPLOAD_MB', 'MAX_MASK_BODY_MB'],
        meaning: 'Largest upload and largest body of an in-flight masking request, in megabytes.',
      },
      {
        names: ['MASK_BODY_TIMEOUT_S'],
        meaning:
          'Longest time for the body of an in-flight masking request to arrive, and between two lines of a stream, in seconds.',
      },
    ],
  },
];
