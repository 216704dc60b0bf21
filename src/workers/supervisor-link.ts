import type { SupervisorLink } from '../queue/in-process/supervised-worker.js';
import type { FromWorker, ToWorker } from '../queue/in-process/messages.js';

type Start = Extract<ToWorker, { kind: 'start' }>;

/** This process's line to the supervisor that forked it; null: nobody did. */
export function openSupervisorLink(): SupervisorLink | null {
  if (process.send === undefined) {
    return null;
  }
  const listeners: ((message: ToWorker) => void)[] = [];
  process.on('message', (message) => {
    listeners.forEach((listener) => {
      listener(message as ToWorker);
    });
  });
  return {
    send: (message: FromWorker): void => {
      // The callback keeps a broken line from throwing: `disconnect` follows and ends us.
      process.send?.(message, undefined, undefined, () => undefined);
    },
    onMessage: (listener): void => {
      listeners.push(listener);
    },
  };
}

/** The supervisor's first message: how this worker is to run. */
export function awaitStart(link: SupervisorLink): Promise<Start> {
  return new Promise((resolve) => {
    link.onMessage((message) => {
      if (message.kind === 'start') {
        resolve(message);
      }
    });
  });
}
