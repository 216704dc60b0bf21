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
 * and starts another one). Never later than its grace time.
 */
export function endWithSupervisor(link: SupervisorLink, worker: Stoppable): void {
  let stopped: Promise<void> | null = null;
  const leave = (graceMs: number): void => {
    setTimeout(() => process.exit(1), graceMs + 1_000).unref();
    stopped ??= worker.stop(graceMs);
    stopped.then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  link.onMessage((message) => {
    if (message.kind === 'drain') {
      leave(DRAIN_MS);
    }
  });
  process.on('SIGTERM', () => {
    link.send({ kind: 'leaving' });
    leave(DRAIN_MS);
  });
  process.on('disconnect', () => {
    leave(ORPHAN_DRAIN_MS);
  });
  if (!process.connected) {
    leave(ORPHAN_DRAIN_MS);
  }
}
