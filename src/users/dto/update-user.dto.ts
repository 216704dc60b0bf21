import type { UserRole } from '../../auth/authenticated-user.js';
import { IsFlag, IsText } from '../../common/validation/text.decorators.js';
import { MAX_PASSWORD } from '../password-policy.js';
import { IsEmailAddress, IsNewPassword, IsRoleList, IsUsername } from './user-fields.js';

/** Everything may be left out; what is left out stays as it is. */
export class UpdateUserDto {
  @IsUsername({ optional: true })
  username?: string | null;

  @IsEmailAddress({ optional: true })
  email?: string | null;

  @IsRoleList('Administrators only: the new roles.')
  user_roles?: UserRole[] | null;

  @IsFlag({ optional: true, description: 'Administrators only: false disables the account.', example: true })
  is_active?: boolean | null;

  @IsFlag({ optional: true, description: 'Wishes to hear of schema discovery results.', example: false })
  is_subscribed_to_sdd_updates?: boolean | null;

  @IsText({
    optional: true,
    max: MAX_PASSWORD,
    description: 'To change one’s own password: the present one.',
    example: 'battery-horse-correct',
  })
  current_password?: string | null;

  @IsNewPassword({ optional: true, description: 'To change one’s own password: the new one.' })
  new_password?: string | null;

  @IsNewPassword({ optional: true, description: 'The new password once more.' })
  re_new_password?: string | null;
}
