import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** Injection token of this worker process's id: what it writes beside everything it claims. */
export const WORKER_ID = Symbol('WorkerId');

/** `<host>-<pid>-<random>`: unique over all machines and restarts. */
export function newWorkerId(): string {
  return `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
}
