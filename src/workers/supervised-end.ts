import type { SupervisorLink } from '../queue/in-process/supervised-worker.js';

/** What a supervised process does at its end. */
export interface Stoppable {
  stop(graceMs: number): Promise<void>;
}

export const DRAIN_MS = 18_000;
/** Without a supervisor nobody wants the results: stop soon. */
const ORPHAN_DRAIN_MS = 1_000;

/**
 * Ends this supervised process when the supervisor says so, when it is gone, or on SIGTERM (then the supervisor is told,
 * and starts another one). Never later than its grace time. Made first of all, so that an end that comes during the
 * start is not missed.
 */
export class SupervisedEnd {
  private worker: Stoppable | null = null;
  private stopped: Promise<void> | null = null;

  constructor(link: SupervisorLink) {
    link.onMessage((message) => {
      if (message.kind === 'drain') {
        this.leave(DRAIN_MS);
      }
    });
    // Ctrl-C reaches the whole process group; the supervisor decides when we stop.
    process.on('SIGINT', () => undefined);
    process.on('SIGTERM', () => {
      link.send({ kind: 'leaving' });
      this.leave(DRAIN_MS);
    });
    process.on('disconnect', () => {
      this.leave(ORPHAN_DRAIN_MS);
    });
    if (!process.connected) {
      process.exit(0);
    }
  }

  /** From now on there is something to stop. */
  arm(worker: Stoppable): void {
    this.worker = worker;
  }

  private leave(graceMs: number): void {
    if (this.worker === null) {
      // Still starting: nothing is claimed and nothing to be closed in order.
      process.exit(0);
    }
    setTimeout(() => process.exit(1), graceMs + 1_000).unref();
    this.stopped ??= this.worker.stop(graceMs);
    this.stopped.then(
      () => process.exit(0),
      () => process.exit(1),
    );
  }
}
