import type { EntityManager } from 'typeorm';
import type { UserRole } from '../auth/authenticated-user.js';
import type { AccessTokensService } from './access-tokens.service.js';
import { User } from './user.entity.js';
import { toStoredRoles } from './user-roles.js';
import { usernameKey } from './username.js';

/** A user to be stored; everything is checked already. */
export interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly roles: readonly UserRole[];
  readonly hasTemporaryPassword: boolean;
}

/** Stores a user with their API token. Fails on a taken name: see `claimingUsername`. */
export async function addUser(
  user: NewUser,
  tokens: AccessTokensService,
  manager: EntityManager,
): Promise<User> {
  const { roles, username, email, passwordHash, hasTemporaryPassword } = user;
  const added = await manager.save(
    manager.create(User, {
      username,
      usernameKey: usernameKey(username),
      email,
      passwordHash,
      hasTemporaryPassword,
      ...toStoredRoles(roles),
    }),
  );
  await tokens.issueApiToken(added.id, manager);
  return manager.findOneByOrFail(User, { id: added.id });
}
