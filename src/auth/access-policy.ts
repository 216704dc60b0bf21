import type { AuthenticatedUser, TokenKind, UserRole } from './authenticated-user.js';

/** Who may call a route. Written by the access decorators, read by the guard, the documentation and the tests. */
export type AccessPolicy =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'restricted';
      readonly tokens: readonly TokenKind[];
      /** One of these roles is needed; null: any user. Administrators always pass. */
      readonly roles: readonly UserRole[] | null;
    };

/** Metadata key under which a route carries its policy. */
export const ACCESS_POLICY = 'vizard:access-policy';

/** Why a user may not call a route, in words for the caller; null: they may. */
export function refusalOf(policy: AccessPolicy, user: AuthenticatedUser): string | null {
  if (policy.kind === 'public') {
    return null;
  }
  if (!policy.tokens.includes(user.tokenKind)) {
    return WRONG_TOKEN[user.tokenKind];
  }
  if (
    policy.roles === null ||
    user.isAdmin ||
    policy.roles.some((role) => effectiveRoles(user).includes(role))
  ) {
    return null;
  }
  const [role] = policy.roles;
  return role === undefined || role === 'admin'
    ? 'Only an administrator may do this.'
    : `This needs the role ${role} or an administrator.`;
}

/** A user without any role has the abilities of a mask runner, and a builder has them too. */
export function effectiveRoles(user: Pick<AuthenticatedUser, 'isAdmin' | 'roles'>): readonly UserRole[] {
  return [...user.roles, ...(user.isAdmin ? (['admin', 'mask_builder'] as const) : []), 'mask_runner'];
}

const WRONG_TOKEN: Readonly<Record<TokenKind, string>> = {
  api: 'An API token may not be used here: log in and use the user token.',
  user: 'A user token may not be used here: send an in-flight access token as "Authorization: Bearer <token>".',
  jwt: 'An in-flight access token may not be used here: send "Authorization: Token <token>".',
};
