import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line and error of one request shares. */
export interface RequestContext {
  readonly requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and everything it starts, inside the context. */
export function inRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The id of the request being answered; undefined outside of requests. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId;
}
