import { DatabaseError } from '../database-adapter.js';

/** Keeps the driver's error beside its safe translation, for those few that must look closer. */
export class ServerError<Fault> extends DatabaseError {
  readonly #fault: Fault;

  constructor(fault: Fault, told: DatabaseError) {
    super(told.code, told.message, told.transient, told.engineCode);
    this.#fault = fault;
  }

  /** The driver's error: may hold row values, so it must not leave the adapter. */
  get fault(): Fault {
    return this.#fault;
  }
}

/** The same error, with the columns that it is about at the end of its message. */
export function withColumns(error: DatabaseError, columns: readonly string[]): DatabaseError {
  const named = columns.map((column) => `"${column}"`).join(', ');
  const message = `${error.message}: column${columns.length > 1 ? 's' : ''} ${named}`;
  return columns.length === 0
    ? error
    : new DatabaseError(error.code, message, error.transient, error.engineCode);
}

export async function withinTime(work: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
