import { GitError } from '../adapters/git/index.js';
import {
  ConflictError,
  InvalidInputError,
  NotFoundError,
  type DomainError,
} from '../common/errors/domain-error.js';

/** Runs something on a repository; what Git says against it becomes an answer to the caller. */
export async function answeringGitFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof GitError ? toDomainError(error) : error;
  }
}

function toDomainError({ fault, message }: GitError): DomainError {
  switch (fault) {
    case 'rejected':
      return new ConflictError(`${message} Look at the newest version, then commit again.`);
    case 'no_commit':
    case 'no_file':
      return new NotFoundError(message);
    default:
      return new InvalidInputError(message);
  }
}
