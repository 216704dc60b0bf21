import type { UserRole } from '../../auth/authenticated-user.js';
import { IsEmailAddress, IsNewPassword, IsRoleList, IsUsername } from './user-fields.js';

export class CreateUserDto {
  @IsUsername()
  username: string;

  @IsEmailAddress()
  email: string;

  @IsNewPassword()
  password: string;

  @IsNewPassword({ description: 'The password once more.' })
  re_password: string;

  @IsRoleList('Roles of the user; none: the abilities of `mask_runner`. `admin` makes an administrator.')
  user_roles?: UserRole[] | null;

  @IsRoleList('Another name of `user_roles`, which wins if both are given.')
  role?: UserRole[] | null;
}
