import type { UserRole } from '../auth/authenticated-user.js';

export const USER_ROLES = ['admin', 'mask_builder', 'mask_runner', 'ruleset_library_managers'] as const;

/** Roles as stored: `admin` is a property of its own, and stands above the others. */
export interface StoredRoles {
  readonly isSuperuser: boolean;
  readonly roles: UserRole[];
}

/** What is wrong with a choice of roles; null: nothing. */
export function rolesProblem(roles: readonly UserRole[]): string | null {
  if (roles.includes('mask_builder') && roles.includes('mask_runner')) {
    return 'A user has one role: mask_builder already includes what mask_runner may do.';
  }
  if (
    roles.includes('ruleset_library_managers') &&
    !roles.includes('mask_builder') &&
    !roles.includes('admin')
  ) {
    return 'ruleset_library_managers is valid only together with mask_builder.';
  }
  return null;
}

export function toStoredRoles(roles: readonly UserRole[]): StoredRoles {
  const isSuperuser = roles.includes('admin');
  return { isSuperuser, roles: isSuperuser ? [] : USER_ROLES.filter((role) => roles.includes(role)) };
}

/** Administrators are shown with the single role `admin`. */
export function toShownRoles(stored: {
  readonly isSuperuser: boolean;
  readonly roles: readonly UserRole[];
}): UserRole[] {
  return stored.isSuperuser ? ['admin'] : [...stored.roles];
}
