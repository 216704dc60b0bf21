import { pino, stdSerializers, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { PinoPretty } from 'pino-pretty';
import { currentRequestId } from '../http/request-context.js';
import { traceFields } from '../tracing/tracing.js';
import { LineCollector } from './line-collector.js';
import { redact, redactUrls } from './redact.js';

export interface LoggerOptions {
  readonly level: string;
  readonly format: 'json' | 'pretty';
}

export type LogFields = Readonly<Record<string, unknown>>;

/**
 * The program's log: pino with every secret field removed. Fields first, as values; the message is constant text.
 * Never log a data value.
 */
export class Logger {
  /** Looks for no secrets. */
  private readonly plain: PinoLogger;

  private constructor(
    private readonly pino: PinoLogger,
    /** Lines are read by people at a terminal, not by programs: then a sentence is better than fields. */
    readonly isForPeople: boolean,
  ) {
    this.plain = pino.child({}, { formatters: { log: (fields) => fields } });
  }

  /** `destination` is for tests; by default the log goes to standard output, and to `file` if given. */
  static create(options: LoggerOptions, destination?: DestinationStream, file?: DestinationStream): Logger {
    const isForPeople = options.format === 'pretty';
    const shown = destination ?? (isForPeople ? prettyStream() : undefined);
    const target = file === undefined ? shown : new LineCollector([shown ?? process.stdout, file]);
    const settings = {
      level: options.level,
      base: null,
      serializers: { err: serializeError },
      mixin: (_fields: object, level: number): object =>
        isForPeople && level < NOTABLE_LEVEL ? {} : requestFields(),
      formatters: {
        level: (label: string): object => ({ level: label }),
        log: (fields: object): Record<string, unknown> => redact(fields) as Record<string, unknown>,
      },
    };
    return new Logger(target === undefined ? pino(settings) : pino(settings, target), isForPeople);
  }

  /** A logger that writes nothing. */
  static silent(): Logger {
    return Logger.create({ level: 'silent', format: 'json' });
  }

  /** A logger that adds fields (request id, run id, worker id) to every line. */
  child(fields: LogFields): Logger {
    return new Logger(this.pino.child(redact(fields) as Record<string, unknown>), this.isForPeople);
  }

  debug(message: string, fields: LogFields = {}): void {
    this.pino.debug(fields, message);
  }

  info(message: string, fields: LogFields = {}): void {
    this.pino.info(fields, message);
  }

  warn(message: string, fields: LogFields = {}): void {
    this.pino.warn(fields, message);
  }

  /** Put a caught error under `err`. */
  error(message: string, fields: LogFields = {}): void {
    this.pino.error(fields, message);
  }

  /** Fields that are known to hold no secret, of lines that there are very many of. */
  known(level: 'info' | 'debug', message: string, fields: LogFields): void {
    this.plain[level](fields, message);
  }

  isDebugEnabled(): boolean {
    return this.pino.isLevelEnabled('debug');
  }
}

/** From here on (warnings) people want to know which request it was, too. */
const NOTABLE_LEVEL = 40;

/** Lines written while a request is answered, or a traced job is done, carry its ids. */
function requestFields(): object {
  const requestId = currentRequestId();
  return { ...(requestId === undefined ? {} : { request_id: requestId }), ...traceFields() };
}

/** Type, message, code and stack only: driver errors carry rows and statements in other fields. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) {
    return redact(error);
  }
  const { type, message, stack } = stdSerializers.err(error);
  const code = (error as { code?: unknown }).code;
  return {
    type,
    message: redactUrls(message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: redactUrls(stack),
  };
}

/** For people at a terminal. Synchronous: the last lines before an exit are not lost. */
function prettyStream(): DestinationStream {
  return PinoPretty({ sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss', ignore: 'workerId' });
}
