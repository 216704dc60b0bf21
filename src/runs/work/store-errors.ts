import { setTimeout as sleep } from 'node:timers/promises';
import { QueryFailedError } from 'typeorm';
import { DatabaseError } from '../../adapters/databases/index.js';

/** SQLSTATEs that speak of our own database's state, not of the statement: connection, resources, shutdown. */
const AWAY_STATES = /^(08|53|57P)/;
/** What the system says about a connection. */
const AWAY_SYSTEM_CODES = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ENOENT)/;
/** What the driver says about one, without any code. */
const AWAY_MESSAGES = /^Connection terminated|timeout exceeded when trying to connect|not queryable/;
/** Another transaction was in the way: the same again may succeed at once. */
const CONFLICT_CLASS = '40';

/** Is it our own database that cannot be asked at the moment? Then nothing can be written either, and recovery comes back. */
export function isStoreAway(error: unknown): boolean {
  const { code, message } = faultOf(error);
  return code === null ? AWAY_MESSAGES.test(message) : AWAY_STATES.test(code) || AWAY_SYSTEM_CODES.test(code);
}

/** Is another attempt of the same work likely to go better? */
export function isPassing(error: unknown): boolean {
  return isStoreAway(error) || faultOf(error).code?.startsWith(CONFLICT_CLASS) === true;
}

/** Errors of targets have types of their own; all other errors of a database are of ours. */
function faultOf(error: unknown): { readonly code: string | null; readonly message: string } {
  if (!(error instanceof Error) || error instanceof DatabaseError) {
    return { code: null, message: '' };
  }
  const fault: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const { code, message } = fault as { readonly code?: unknown; readonly message?: unknown };
  return {
    code: typeof code === 'string' ? code : null,
    message: typeof message === 'string' ? message : '',
  };
}

const PAUSES_MS: readonly number[] = [200, 1_000, 3_000];

/**
 * Does a step in our own database, again after a pause when it fails: the fault may have been a conflict. Throws the
 * last error, and at once the one that says that the database is away.
 */
export async function insistently<T>(
  step: () => Promise<T>,
  note: (error: unknown) => void,
  pausesMs = PAUSES_MS,
): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await step();
    } catch (error) {
      if (isStoreAway(error)) {
        throw error;
      }
      note(error);
      await sleep(pause);
    }
  }
  return step();
}
