import type { AuthenticatedUser, TokenKind } from '../auth/authenticated-user.js';
import type { User } from './user.entity.js';

/** What other parts may know of a user who has proved who they are. */
export function toAuthenticatedUser(user: User, tokenKind: TokenKind): AuthenticatedUser {
  return Object.freeze({
    id: user.id,
    username: user.username,
    isAdmin: user.isSuperuser,
    roles: Object.freeze([...user.roles]),
    tokenKind,
  });
}
