import 'reflect-metadata';
import { Transform } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
} from 'class-validator';
import type { LicenseMode, LogLevel, Role } from './config.js';

const ToNumber = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? Number(value) : value));

/** Decorates a whole number within bounds; unset keeps the default. */
const Whole = (min: number, max: number): PropertyDecorator => {
  const parts = [IsOptional(), ToNumber(), IsInt(), Min(min), Max(max)];
  return (target, key) => {
    parts.forEach((decorate) => {
      decorate(target, key);
    });
  };
};

const DAY_S = 86_400;

/** A number of proxies, or their addresses and networks, by commas; the names are those of Express. */
const PROXIES =
  /^(?:[1-9]\d?|(?:loopback|linklocal|uniquelocal|[0-9a-f.:]+(?:\/\d{1,3})?)(?: *, *(?:loopback|linklocal|uniquelocal|[0-9a-f.:]+(?:\/\d{1,3})?))*)$/i;

/** Headers as OpenTelemetry writes them: values may be percent-encoded. */
const PAIRS = /^[^=,]+=[^,]*(?:,[^=,]+=[^,]*)*$/;

/**
 * One property per environment variable, with its default. The names are the contract with operators;
 * variable-docs.ts explains them. `<NAME>_FILE` names a file that holds the value of `<NAME>`.
 */
export class Env {
  @IsOptional() @IsIn(['all', 'api', 'worker']) ROLE: Role = 'all';
  @IsOptional() @IsString() HOST = '127.0.0.1';
  @Whole(0, 65_535) PORT = 8080;
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  BASE_URL?: string;
  @IsOptional()
  @Matches(PROXIES, { message: 'must be a number of proxies, or a list of addresses' })
  TRUST_PROXY?: string;

  @IsOptional() @IsString() DATA_DIR = './data';
  @IsOptional() @IsString() MOUNTS_DIR?: string;
  @IsOptional() @Matches(/^postgres(ql)?:\/\/./) DATABASE_URL?: string;
  @IsOptional() @IsString() DATABASE_URL_FILE?: string;
  @IsOptional() @Matches(/^rediss?:\/\/./) REDIS_URL?: string;
  @IsOptional() @IsString() REDIS_URL_FILE?: string;
  @IsOptional() @MinLength(32) SECRET_KEY?: string;
  @IsOptional() @IsString() SECRET_KEY_FILE?: string;

  @Whole(1, 256) WORKER_PROCESSES?: number;
  @Whole(1, 64) WORKER_SLOTS = 2;
  @Whole(100, 60_000) WORKER_HEARTBEAT_MS = 5_000;
  @Whole(500, 3_600_000) WORKER_STALE_MS = 20_000;
  @Whole(1, DAY_S) RETRY_PATIENCE_S = 60;

  @Whole(1, 1_000_000_000) RATE_LIMIT_MAX = 10_000;
  @Whole(1, DAY_S) RATE_LIMIT_WINDOW_S = 60;
  @Whole(1, 24 * 365) USER_TOKEN_TTL_H = 12;
  @Whole(1, 30 * DAY_S) JWT_ACCESS_TTL_S = 900;
  @Whole(1, 365 * DAY_S) JWT_REFRESH_TTL_S = DAY_S;

  @IsOptional()
  @IsIn(['community', 'file', 'cloud_contract', 'marketplace'])
  LICENSE_MODE: LicenseMode = 'community';
  @IsOptional() @IsString() LICENSE_PUBLIC_KEY?: string;
  @IsOptional() @IsString() LICENSE_PUBLIC_KEY_FILE?: string;
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  AI_ENGINE_URL?: string;

  @IsOptional() @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace']) LOG_LEVEL: LogLevel = 'info';
  /** Unset: `pretty` on a terminal, else `json`. */
  @IsOptional() @IsIn(['json', 'pretty']) LOG_FORMAT?: 'json' | 'pretty';
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  @IsOptional()
  @Matches(PAIRS, { message: 'must be pairs of a name and a value: name=value,name=value' })
  OTEL_EXPORTER_OTLP_HEADERS?: string;
  @IsOptional() @IsString() OTEL_EXPORTER_OTLP_HEADERS_FILE?: string;
  @IsOptional() @IsString() OTEL_SERVICE_NAME = 'vizard';
  @IsOptional() @ToNumber() @IsNumber() @Min(0) @Max(1) OTEL_TRACES_SAMPLER_ARG = 1;
  @Whole(1, 3_600) GIT_TIMEOUT_S = 30;
  @Whole(1, 1_000_000) GIT_MAX_REPOSITORY_MB = 512;
  @IsOptional() @IsIn(['true', 'false']) STORAGE_ALLOW_PUBLIC: 'true' | 'false' = 'false';
  @Whole(1, 10_000) MAX_UPLOAD_MB = 500;
  @Whole(1, 1_000) MAX_MASK_BODY_MB = 16;
  @Whole(1, 3_600) MASK_BODY_TIMEOUT_S = 30;
}
