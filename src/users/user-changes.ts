import { NotAllowedError } from '../common/errors/domain-error.js';
import { assertFields } from '../common/validation/assert-fields.js';
import type { UpdateUserDto } from './dto/update-user.dto.js';
import type { User } from './user.entity.js';
import { rolesProblem, toShownRoles, toStoredRoles } from './user-roles.js';
import { usernameKey, usernameProblem } from './username.js';

/** Columns to write, and what they are called in the audit log. */
export interface UserChanges {
  readonly columns: Partial<User>;
  readonly names: readonly string[];
  /** Some of them only an administrator may make. */
  readonly needAdmin: boolean;
}

/** What really changes: clients send back whole objects, and repeating what is so already is no change. */
export function changesOf(user: User, dto: UpdateUserDto): UserChanges {
  const username = changed(dto.username, user.username);
  const email = changed(dto.email, user.email);
  const isActive = changed(dto.is_active, user.isActive);
  const subscribed = changed(dto.is_subscribed_to_sdd_updates, user.isSubscribedToSddUpdates);
  const roles = dto.user_roles && !sameRoles(dto.user_roles, toShownRoles(user)) ? dto.user_roles : undefined;
  assertFields({
    username: username === undefined ? null : usernameProblem(username),
    user_roles: roles === undefined ? null : rolesProblem(roles),
  });
  const columns: Partial<User> = {
    ...(username === undefined ? {} : { username, usernameKey: usernameKey(username) }),
    ...(email === undefined ? {} : { email }),
    ...(roles === undefined ? {} : toStoredRoles(roles)),
    ...(isActive === undefined ? {} : { isActive }),
    ...(subscribed === undefined ? {} : { isSubscribedToSddUpdates: subscribed }),
  };
  const given = { username, email, roles, 'active flag': isActive, subscription: subscribed };
  return {
    columns,
    names: Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    needAdmin: username !== undefined || roles !== undefined || isActive !== undefined,
  };
}

/** Throws when someone who is no administrator wants what only an administrator may do. */
export function assertMayChange(changes: UserChanges, isAdmin: boolean): void {
  if (changes.needAdmin && !isAdmin) {
    throw new NotAllowedError(
      'Only an administrator may change a username, roles or whether an account is active.',
    );
  }
}

function changed<T>(wanted: T | null | undefined, present: T): T | undefined {
  return wanted === null || wanted === undefined || wanted === present ? undefined : wanted;
}

function sameRoles(one: readonly string[], other: readonly string[]): boolean {
  return [...new Set(one)].sort().join() === [...new Set(other)].sort().join();
}
