import { QueryFailedError } from 'typeorm';
import { InvalidInputError } from '../common/errors/domain-error.js';

const UNIQUE_VIOLATION = '23505';

/** Runs a write that may take a name; of two that take the same at once, one gets a clear answer. */
export async function claimingUsername<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof QueryFailedError && isTakenName(error.driverError)) {
      throw new InvalidInputError({ username: ['A user with this name already exists.'] });
    }
    throw error;
  }
}

function isTakenName(error: unknown): boolean {
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  return code === UNIQUE_VIOLATION && constraint === 'uq_user_account_username_key';
}
