import { ApiProperty } from '@nestjs/swagger';
import type { UserRole } from '../../auth/authenticated-user.js';
import type { User } from '../user.entity.js';
import { toShownRoles, USER_ROLES } from '../user-roles.js';

/** A user as shown on the wire. */
export class UserResponse {
  @ApiProperty({ example: 7 })
  id: number;

  @ApiProperty({ description: 'The name to log in with.', example: 'rosalind' })
  username: string;

  @ApiProperty({ example: 'rosalind@example.org' })
  email: string;

  @ApiProperty({ description: 'When the account was created.', example: '2026-05-04T09:30:00.000Z' })
  date_joined: string;

  @ApiProperty({
    description:
      'The lasting API token, for scripts that start and watch runs. Shown only to the user it belongs to; empty for everyone else.',
    example: '0f3a5c1e9b7d2468ace013579bdf02468ace1357',
  })
  api_token: string;

  @ApiProperty({
    description: 'True while the password is one that someone else has set; the user should replace it.',
    example: false,
  })
  has_temporary_password: boolean;

  @ApiProperty({ description: 'False: the account is disabled and cannot log in.', example: true })
  is_active: boolean;

  @ApiProperty({ description: 'Same as `is_superuser`.', example: false })
  is_staff: boolean;

  @ApiProperty({ description: 'True for administrators.', example: false })
  is_superuser: boolean;

  @ApiProperty({ description: 'True for accounts that log in through single sign-on.', example: false })
  is_sso_user: boolean;

  @ApiProperty({ description: 'Wishes to hear of schema discovery results.', example: false })
  is_subscribed_to_sdd_updates: boolean;

  @ApiProperty({
    description:
      '`mask_runner` may start runs; `mask_builder` may also write rulesets; `ruleset_library_managers` (only beside `mask_builder`) may also change libraries. Administrators show `admin`. Empty: the same as `mask_runner`.',
    enum: USER_ROLES,
    isArray: true,
    example: ['mask_builder'],
  })
  user_roles: UserRole[];

  @ApiProperty({ description: 'Reserved; always empty.', type: [String], example: [] })
  user_permissions: string[];
}

/** What of a user is shown. */
export const SHOWN_OF_USERS = [
  ...(['id', 'username', 'email', 'createdTime', 'hasTemporaryPassword', 'isActive'] as const),
  ...(['isSuperuser', 'roles', 'isSubscribedToSddUpdates'] as const),
] as const satisfies readonly (keyof User)[];

/** `apiToken` null: the viewer is someone else. */
export function toUserResponse(
  user: Pick<User, (typeof SHOWN_OF_USERS)[number]>,
  apiToken: string | null,
): UserResponse {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    date_joined: user.createdTime.toISOString(),
    api_token: apiToken ?? '',
    has_temporary_password: user.hasTemporaryPassword,
    is_active: user.isActive,
    is_staff: user.isSuperuser,
    is_superuser: user.isSuperuser,
    is_sso_user: false,
    is_subscribed_to_sdd_updates: user.isSubscribedToSddUpdates,
    user_roles: toShownRoles(user),
    user_permissions: [],
  };
}
