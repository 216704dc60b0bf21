import type { Logger } from '../common/logging/logger.js';

const STOP_TIMEOUT_MS = 40_000;

/**
 * Ends the process in good order, within bounded time: on SIGTERM or SIGINT with exit code 0, or when told to. A second
 * signal forces the end. A signal during the start takes effect when the start is over.
 */
export class StopSwitch {
  private stopApplication: (() => Promise<void>) | null = null;
  private exitCode: number | null = null;

  constructor(private readonly logger: Logger) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        this.onSignal(signal);
      });
    }
  }

  /** From now on there is something to stop. False: it is being stopped already. */
  arm(stopApplication: () => Promise<void>): boolean {
    this.stopApplication = stopApplication;
    if (this.exitCode === null) {
      return true;
    }
    this.begin(stopApplication, this.exitCode);
    return false;
  }

  stop(exitCode: number): void {
    if (this.exitCode !== null) {
      return;
    }
    this.exitCode = exitCode;
    if (this.stopApplication !== null) {
      this.begin(this.stopApplication, exitCode);
    }
  }

  private onSignal(signal: NodeJS.Signals): void {
    if (this.exitCode !== null) {
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
      () => process.exit(exitCode),
      (err: unknown) => {
        this.logger.error('Stopping failed', { err });
        process.exit(1);
      },
    );
  }
}
