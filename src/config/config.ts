import type { TracingOptions } from '../common/tracing/tracer.js';

/** Which processes this start of the program runs (docs: ARCHITECTURE.md, "Processes"). */
export type Role = 'all' | 'api' | 'worker';

export type LicenseMode = 'community' | 'file' | 'cloud_contract' | 'marketplace';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/**
 * Everything an operator may set, checked and frozen. Made once by `loadConfig`; nothing else reads the environment.
 * Durations carry their unit in the name.
 */
export interface Config {
  readonly role: Role;
  readonly http: {
    readonly host: string;
    readonly tcpPort: number;
    /** Public address used in links, without a trailing slash; null: taken from each request. */
    readonly baseUrl: string | null;
    /**
     * Whose `X-Forwarded-*` headers are believed: so many proxies before us, or these addresses; null: nobody's.
     */
    readonly trustProxy: number | readonly string[] | null;
  };
  readonly paths: {
    /** The folder that holds package.json: seeds, docs and the worker entry lie below it. */
    readonly root: string;
    readonly dataDir: string;
    readonly mountsDir: string;
    /** Recent log lines of the processes on this machine. */
    readonly logsDir: string;
  };
  readonly database: {
    /** Null only before the embedded server has been started (role `all`). */
    readonly url: string | null;
  };
  readonly redis: { readonly url: string | null };
  /** 32 bytes that seal secrets at rest and sign access tokens; null only before `resolveSecretKey` has run. */
  readonly secretKey: Buffer | null;
  readonly workers: {
    /** Worker child processes supervised by role `all`. */
    readonly processes: number;
    /** How many long jobs one worker process runs at the same time (they overlap waiting and computing). */
    readonly slots: number;
    readonly heartbeatMs: number;
    /** A claim without a heartbeat for this long is taken over. */
    readonly staleMs: number;
    /** For how long work goes on trying while its database or storage refuses or is away. */
    readonly patienceMs: number;
  };
  readonly rateLimit: { readonly max: number; readonly windowS: number };
  readonly tokens: {
    readonly userTokenHours: number;
    readonly jwtAccessS: number;
    readonly jwtRefreshS: number;
  };
  readonly licenseMode: LicenseMode;
  /** PEM text of the key that licence files are signed with; null only where there are none. */
  readonly licensePublicKey: string | null;
  readonly aiEngineUrl: string | null;
  /** Null: nothing is traced. */
  readonly tracing: TracingOptions | null;
  readonly log: { readonly level: LogLevel; readonly format: 'json' | 'pretty' };
  readonly git: {
    /** Longest time that one call of the Git server may take. */
    readonly timeoutMs: number;
    readonly maxMegabytes: number;
  };
  readonly storage: {
    /** Buckets and containers that the world may read are used all the same. */
    readonly allowPublic: boolean;
  };
  readonly limits: {
    readonly maxUploadMb: number;
    readonly maxMaskBodyMb: number;
    /** Within which a masking request's body must arrive, and the next line of a stream come or be read. */
    readonly maskBodyMs: number;
  };
}

/** Injection token of the frozen `Config`. */
export const CONFIG = Symbol('Config');
