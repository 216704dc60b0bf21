/** Ends a wait that went well. */
export type EndWait = () => void;

/**
 * Waits that may all take equally long, watched by one timer: one of its own for each would cost more than answering a
 * small request.
 */
export class Deadlines {
  /** When each wait is over, and what is done then; the first ends first. */
  private readonly waits = new Set<{ readonly endsAt: number; readonly expire: () => void }>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly ms: number) {}

  start(expire: () => void): EndWait {
    const wait = { endsAt: performance.now() + this.ms, expire };
    this.waits.add(wait);
    this.timer ??= this.watch(this.ms);
    return () => {
      this.waits.delete(wait);
    };
  }

  private watch(ms: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.check();
    }, ms);
    return timer.unref();
  }

  /** Timers may be early by a part of a millisecond. */
  private check(): void {
    this.timer = null;
    const now = performance.now() + 1;
    for (const wait of this.waits) {
      if (wait.endsAt > now) {
        this.timer = this.watch(wait.endsAt - now + 1);
        return;
      }
      this.waits.delete(wait);
      wait.expire();
    }
  }
}
