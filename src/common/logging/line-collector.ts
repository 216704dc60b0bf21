import type { DestinationStream } from 'pino';

/** Longest time for which a line waits for others. */
const PAUSE_MS = 20;
const MAX_LENGTH = 64 * 1024;

/**
 * Writes the first line at once, and those that follow closely together: on a busy server writing each by itself would
 * cost more than answering the request that it tells of. What waits when the process ends is written then.
 */
export class LineCollector implements DestinationStream {
  private waiting = '';
  private isPausing = false;

  constructor(private readonly destinations: readonly DestinationStream[]) {
    process.once('exit', () => {
      this.flush();
    });
  }

  write(line: string): void {
    this.waiting += line;
    if (!this.isPausing) {
      this.flush();
      this.pause();
    } else if (this.waiting.length > MAX_LENGTH) {
      this.flush();
    }
  }

  flush(): void {
    if (this.waiting !== '') {
      const lines = this.waiting;
      this.waiting = '';
      for (const destination of this.destinations) {
        destination.write(lines);
      }
    }
  }

  private pause(): void {
    this.isPausing = true;
    setTimeout(() => {
      this.isPausing = false;
      if (this.waiting !== '') {
        this.flush();
        this.pause();
      }
    }, PAUSE_MS).unref();
  }
}
