import { RateCounter, type Count } from './rate-counter.js';

interface Window {
  hits: number;
  readonly endsAt: number;
}

/** How often closed windows are swept out. */
const SWEEP_MS = 60_000;

/** Counts within this process. `now` is for tests. */
export class MemoryRateCounter extends RateCounter {
  private readonly windows = new Map<string, Window>();
  private sweptAt: number;

  constructor(private readonly now: () => number = Date.now) {
    super();
    this.sweptAt = now();
  }

  override hit(key: string, windowMs: number): Count {
    const now = this.now();
    this.sweep(now);
    let window = this.windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      window = { hits: 0, endsAt: now + windowMs };
      this.windows.set(key, window);
    }
    window.hits += 1;
    return { hits: window.hits, resetMs: window.endsAt - now };
  }

  override peek(key: string): Count | null {
    const now = this.now();
    const window = this.windows.get(key);
    const isOpen = window !== undefined && window.endsAt > now;
    return isOpen ? { hits: window.hits, resetMs: window.endsAt - now } : null;
  }

  override forget(key: string): void {
    this.windows.delete(key);
  }

  private sweep(now: number): void {
    if (now - this.sweptAt < SWEEP_MS) {
      return;
    }
    this.sweptAt = now;
    for (const [key, window] of this.windows) {
      if (window.endsAt <= now) {
        this.windows.delete(key);
      }
    }
  }
}
