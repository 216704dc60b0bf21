import type { Logger } from '../../common/logging/logger.js';
import type { Claim, PartitionClaims, RowCounters } from './partition-claims.js';

/**
 * `stop`: the run is being cancelled or the task has failed elsewhere; `drain`: this worker process is stopping;
 * `lost`: another worker holds the partition.
 */
export type StopReason = 'stop' | 'drain' | 'lost';

export interface WatchSettings {
  readonly heartbeatMs: number;
  readonly staleMs: number;
  /** For how long work goes on trying while what it needs is away. */
  readonly patienceMs: number;
  /** Aborts when this worker process is stopping. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

const MAX_BEAT_MS = 1_000;

/**
 * Keeps one claim alive while it is worked, writes the counters, and hears when the work should end. Workers look at
 * `stopReason` between batches; what cannot be interrupted that way registers by `onStop`.
 */
export class PartitionWatch {
  readonly rows: RowCounters;
  private reason: StopReason | null = null;
  private readonly listeners = new Set<(reason: StopReason) => void>();
  private timer: NodeJS.Timeout | undefined;
  private lastBeat = Date.now();
  private ended = false;
  private readonly drain = (): void => this.stopFor('drain');

  constructor(
    private readonly claims: PartitionClaims,
    readonly claim: Claim,
    private readonly settings: WatchSettings,
  ) {
    const { rowsRead, rowsWritten, bytesRead, columnCounts } = claim.partition;
    this.rows = { rowsRead, rowsWritten, bytesRead, columnCounts };
    settings.signal.addEventListener('abort', this.drain, { once: true });
    if (settings.signal.aborted) {
      this.drain();
    }
    this.schedule();
  }

  get patienceMs(): number {
    return this.settings.patienceMs;
  }

  /** Why the work should end at its next safe point; null: go on. */
  get stopReason(): StopReason | null {
    return this.reason;
  }

  /** Calls once, at once when the work should end already. Returns what takes the listener back. */
  onStop(listener: (reason: StopReason) => void): () => void {
    if (this.reason !== null) {
      listener(this.reason);
      return () => undefined;
    }
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Waits, but not once the work should end. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        forget();
        resolve();
      };
      const timer = setTimeout(done, ms);
      let forget: () => void = () => undefined;
      forget = this.onStop(done);
    });
  }

  /** What `work` gives; null, without waiting for it, when the work should end. */
  orStop<T>(work: Promise<T>): Promise<T | null> {
    return new Promise((resolve, reject) => {
      let forget: () => void = () => undefined;
      forget = this.onStop(() => resolve(null));
      work.finally(() => forget()).then(resolve, reject);
    });
  }

  /** Says now how far the work is, instead of at the next beat. */
  async beat(): Promise<void> {
    try {
      const answer = await this.claims.beat(this.claim, this.rows);
      this.lastBeat = Date.now();
      if (answer !== 'go') {
        this.stopFor(answer);
      }
    } catch (error) {
      // Our own database is away. Others may take the partition over once we count as dead, so stop before that.
      this.settings.logger.warn('Heartbeat failed', { err: error, partitionId: this.claim.partition.id });
      if (Date.now() - this.lastBeat > this.settings.staleMs) {
        this.stopFor('lost');
      }
    }
  }

  /** Ends the heartbeat; call always. */
  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    this.settings.signal.removeEventListener('abort', this.drain);
  }

  private schedule(): void {
    this.timer = setTimeout(
      () => void this.beat().then(() => (this.ended ? undefined : this.schedule())),
      Math.min(this.settings.heartbeatMs, MAX_BEAT_MS),
    );
  }

  private stopFor(reason: StopReason): void {
    if (this.reason === null || reason === 'lost') {
      this.reason = reason;
    }
    const listeners = [...this.listeners];
    this.listeners.clear();
    listeners.forEach((listener) => listener(reason));
  }
}
