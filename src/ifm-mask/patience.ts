import { TooSlowError } from '../common/errors/domain-error.js';

/** The longest wait for the next line of a stream, and for a client that does not read. */
export class Patience {
  private readonly timer: NodeJS.Timeout;
  private isOver = false;
  private cut: ((error: Error) => void) | null = null;

  constructor(private readonly ms: number) {
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.cut?.(this.tooSlow());
    }, ms);
  }

  /**
   * Waits for one piece of work at a time. Throws `TooSlowError` where it takes too long; the work then goes on by
   * itself. (`Promise.race` with a timer's promise would hold on to every piece of work that there ever was.)
   */
  of<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then(resolve, reject);
      this.cut = reject;
      if (this.isOver) {
        reject(this.tooSlow());
      }
    });
  }

  renew(): void {
    this.timer.refresh();
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private tooSlow(): TooSlowError {
    return new TooSlowError(`No line came, or was read, within ${this.ms / 1000} seconds.`);
  }
}
