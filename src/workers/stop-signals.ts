import type { Logger } from '../common/logging/logger.js';

const STOP_TIMEOUT_MS = 40_000;

/**
 * Stops the process in good order on SIGTERM or SIGINT: exit code 0 within bounded time. A second signal forces the end.
 * Returns the function that stops for any other reason, with an exit code.
 */
export function stopOnSignals(logger: Logger, stop: () => Promise<void>): (exitCode: number) => void {
  let stopping = false;
  const begin = (exitCode: number): void => {
    if (stopping) {
      return;
    }
    stopping = true;
    const timer = setTimeout(() => {
      logger.error('Stopping took too long');
      process.exit(1);
    }, STOP_TIMEOUT_MS);
    timer.unref();
    stop().then(
      () => process.exit(exitCode),
      (err: unknown) => {
        logger.error('Stopping failed', { err });
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) {
        logger.warn('Stopped by force', { signal });
        process.exit(1);
      }
      logger.info('Stopping', { signal });
      begin(0);
    });
  }
  return begin;
}
