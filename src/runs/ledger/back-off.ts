import { AiEngineError } from '../../adapters/ai-engine/index.js';
import { DatabaseError } from '../../adapters/databases/index.js';
import { StorageError } from '../../adapters/storage/index.js';
import { PartitionFailure, toldCode } from '../work/partition-failure.js';
import type { PartitionWatch } from './partition-watch.js';

/** A storage may take long to fail: then fewer attempts are made. */
const LONGEST_MS = 600_000;

/** Somebody who named a wrong host or port is not kept for longer. */
const FIRST_CONTACT_MS = 3_000;

/** The pauses between attempts, as multiples of the first. */
const PAUSE_GROWTH = [1, 2, 4, 8, 16, 30, 60, 75, 100];
const ALL_GROWTH = PAUSE_GROWTH.reduce((sum, growth) => sum + growth, 0);

/** Decides whether work that met an error of the target, a storage or the AI engine is worth another attempt, and waits for it. */
export class BackOff {
  private attempts = 0;
  private deadline = Number.POSITIVE_INFINITY;
  private atFailure = -1;
  private firstFailure = 0;
  private readonly pausesMs: readonly number[];

  constructor(
    private readonly watch: PartitionWatch,
    /** Grows with what is done for good. */
    private readonly progress = (): number => watch.rows.rowsRead,
    /** All pauses together; the installation's patience unless less is asked for. */
    patienceMs: number = watch.patienceMs,
  ) {
    this.pausesMs = PAUSE_GROWTH.map((growth) => (growth * patienceMs) / ALL_GROWTH);
  }

  /**
   * For a target that was never there: it may just be starting, so it is tried for some seconds. One that does not answer
   * is tried once, because that takes as long.
   */
  static forFirstContact(watch: PartitionWatch): BackOff {
    const patienceMs = Math.min(FIRST_CONTACT_MS, watch.patienceMs);
    const backOff = new BackOff(watch, undefined, patienceMs);
    backOff.deadline = Date.now() + patienceMs;
    return backOff;
  }

  /**
   * Returns when the work should be tried again, or when the watch says that it should end. Throws when trying again
   * cannot help or has been tried for long enough. Progress since the last error starts the count anew.
   */
  async afterError(error: unknown): Promise<void> {
    if (!isPassing(error)) {
      throw error;
    }
    if (this.progress() !== this.atFailure) {
      this.attempts = 0;
      this.atFailure = this.progress();
    }
    this.firstFailure = this.attempts === 0 ? Date.now() : this.firstFailure;
    const pause = this.isLate(error) ? undefined : this.pausesMs[this.attempts];
    if (pause === undefined && this.attempts === 0) {
      throw error;
    }
    if (pause === undefined) {
      const message = `given up after ${this.attempts + 1} attempts: ${error.message}`;
      throw new PartitionFailure(toldCode(error), message);
    }
    this.attempts += 1;
    await this.watch.pause(pause);
  }

  private isLate(error: unknown): boolean {
    const now = Date.now();
    return now > this.deadline || (error instanceof StorageError && now - this.firstFailure > LONGEST_MS);
  }
}

/** A target that was there and is lost is waited for; one that never was may just be starting, and is told soon. */
export class FirstContact {
  readonly waiting: BackOff;
  private readonly soon: BackOff;

  /** `isMade`: the target has answered an earlier attempt. */
  constructor(
    watch: PartitionWatch,
    public isMade: boolean,
  ) {
    this.waiting = new BackOff(watch);
    this.soon = BackOff.forFirstContact(watch);
  }

  readonly make = (): void => {
    this.isMade = true;
  };

  get backOff(): BackOff {
    return this.isMade ? this.waiting : this.soon;
  }
}

function isPassing(error: unknown): error is DatabaseError | StorageError | AiEngineError {
  return error instanceof DatabaseError || error instanceof StorageError
    ? error.transient
    : error instanceof AiEngineError && (error.code === 'unreachable' || error.code === 'timed_out');
}
