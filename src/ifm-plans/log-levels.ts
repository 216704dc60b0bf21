/** Levels of log messages of in-flight masking, most important first. */
export const LOG_LEVELS = ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'DEBUG'] as const;

export type IfmLogLevel = (typeof LOG_LEVELS)[number];

/** One log message, as stored and as sent. Never holds a data value. */
export interface IfmLogMessage {
  readonly logLevel: IfmLogLevel;
  readonly message: string;
  /** ISO 8601. */
  readonly timestamp: string;
}
