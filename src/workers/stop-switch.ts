import type { Logger } from '../common/logging/logger.js';

const STOP_TIMEOUT_MS = 40_000;

/**
 * Ends the process in good order, within bounded time: on SIGTERM or SIGINT with exit code 0, or when told to. A second
 * signal forces the end. During the start there is nothing to drain: then it ends at once (a private server's guard
 * stops that server).
 */
export class StopSwitch {
  private stopApplication: (() => Promise<void>) | null = null;
  private stopping = false;

  constructor(private readonly logger: Logger) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        this.onSignal(signal);
      });
    }
  }

  /** From now on there is something to stop. */
  arm(stopApplication: () => Promise<void>): void {
    this.stopApplication = stopApplication;
  }

  stop(exitCode: number): void {
    if (this.stopApplication === null) {
      process.exit(exitCode);
    }
    if (!this.stopping) {
      this.stopping = true;
      this.begin(this.stopApplication, exitCode);
    }
  }

  private onSignal(signal: NodeJS.Signals): void {
    if (this.stopping) {
      this.logger.warn('Stopped by force', { signal });
      process.exit(1);
    }
    this.logger.info('Stopping', { signal });
    this.stop(0);
  }

  private begin(stopApplication: () => Promise<void>, exitCode: number): void {
    setTimeout(() => {
      this.logger.error('Stopping took too long');
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    stopApplication().then(
      () => {
        this.logger.info('Stopped');
        process.exit(exitCode);
      },
      (err: unknown) => {
        this.logger.error('Stopping failed', { err });
        process.exit(1);
      },
    );
  }
}
