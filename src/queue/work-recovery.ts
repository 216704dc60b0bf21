import type { Logger } from '../common/logging/logger.js';

/** Finds work that PostgreSQL knows as unfinished and enqueues it again (with a `jobId`: twice is once). */
export type FindUnfinished = () => Promise<void>;

const PERIOD_MS = 60_000;
const JITTER_MS = 10_000;

/**
 * Domains register what finds their unfinished work; it is called at start and every minute in the API process, so
 * that a lost queue or worker loses nothing. One call at a time; a failure is logged and tried again the next minute.
 */
export class WorkRecovery {
  private readonly finders: { name: string; find: FindUnfinished }[] = [];
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | null = null;
  private stopped = false;

  constructor(private readonly logger: Logger) {}

  /** Call it at module init. `name` is for the log. */
  register(name: string, find: FindUnfinished): void {
    this.finders.push({ name, find });
  }

  /** Runs all finders now, one after the other; joins a round that is under way. */
  runOnce(): Promise<void> {
    this.current ??= this.round().finally(() => {
      this.current = null;
    });
    return this.current;
  }

  start(): void {
    this.schedule(0);
  }

  /** A round now instead of in up to a minute: jobs may have been lost. Where no rounds are made, none is. */
  soon(): void {
    if (this.timer !== undefined) {
      // a round that is under way may have passed what was lost
      void (this.current ?? Promise.resolve()).then(() => this.schedule(0));
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.current;
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer);
    if (this.stopped) {
      return;
    }
    this.timer = setTimeout(() => {
      void this.runOnce().finally(() => this.schedule(PERIOD_MS + (Math.random() - 0.5) * JITTER_MS));
    }, delayMs);
    this.timer.unref();
  }

  private async round(): Promise<void> {
    for (const { name, find } of this.finders) {
      if (this.stopped) {
        return;
      }
      try {
        await find();
      } catch (err) {
        this.logger.warn('Unfinished work could not be looked for', { finder: name, err });
      }
    }
  }
}
