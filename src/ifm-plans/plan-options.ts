import type { IfmLogLevel } from './log-levels.js';

/** What a plan's creator may set besides the ruleset. */
export interface PlanOptions {
  /** False: masking requests are refused. */
  readonly enabled: boolean;
  /** Only `json` and `utf-8` are known; kept because clients send and expect them. */
  readonly defaultEncoding: 'json';
  readonly defaultCharset: 'utf-8';
  /** Log level of requests that name none. */
  readonly defaultLogLevel: IfmLogLevel;
}

export const DEFAULT_PLAN_OPTIONS: PlanOptions = Object.freeze({
  enabled: true,
  defaultEncoding: 'json',
  defaultCharset: 'utf-8',
  defaultLogLevel: 'INFO',
});
