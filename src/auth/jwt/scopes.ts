import { effectiveRoles } from '../access-policy.js';
import type { AuthenticatedUser } from '../authenticated-user.js';

/** What a user may do in the in-flight API, in words for programs. */
export function scopesOf(user: AuthenticatedUser): string[] {
  return effectiveRoles(user).includes('mask_builder') ? ['ifm/mask', 'ifm/ruleset-plans'] : ['ifm/mask'];
}
