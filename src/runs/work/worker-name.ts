/** Injection token: what the run log calls this process. */
export const WORKER_NAME = Symbol('WorkerName');
