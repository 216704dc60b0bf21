import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** The framework's name for what starts and listens. */
const STARTER = 'NestApplication';

/** Sends the framework's own messages to our log; its chatter about routes and modules is debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(String(message), contextOf(rest));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(String(message), contextOf(rest));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(String(message), contextOf(rest));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn(String(message), contextOf(rest));
  }

  error(message: unknown, ...rest: unknown[]): void {
    if (contextOf(rest).context === STARTER) {
      // Thrown as well, and said by whoever started the application.
      this.debug(message, ...rest);
    } else if (message instanceof Error) {
      this.logger.error('Unexpected error', { err: message });
    } else {
      this.logger.error(String(message), contextOf(rest));
    }
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.error(message, ...rest);
  }
}

/** The framework passes the stack (for errors) and, last, the name of the class that speaks. */
function contextOf(rest: readonly unknown[]): Record<string, unknown> {
  const context = rest.at(-1);
  const stack = rest.length > 1 ? rest[0] : undefined;
  return {
    ...(typeof context === 'string' ? { context } : {}),
    ...(typeof stack === 'string' ? { stack } : {}),
  };
}
