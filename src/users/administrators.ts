import type { EntityManager } from 'typeorm';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { User } from './user.entity.js';

/** Any constant: it only has to be the same everywhere. */
const LOCK = 7_216_001;

/** Lets one change of users at a time decide about administrators; held until the transaction ends. */
export async function lockAdministrators(manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}

/** Under the lock, after the change: throws, and so undoes it, when nobody could administer any more. */
export async function assertAdministratorLeft(manager: EntityManager): Promise<void> {
  if (!(await manager.existsBy(User, { isSuperuser: true, isActive: true }))) {
    throw new InvalidInputError(
      'This is the last active administrator: make another user an administrator first.',
    );
  }
}
