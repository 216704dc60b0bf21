import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { InvalidInputError, NotAllowedError } from '../common/errors/domain-error.js';
import { assertFields } from '../common/validation/assert-fields.js';
import { CredentialsService } from './credentials.service.js';
import type { UpdateUserDto } from './dto/update-user.dto.js';
import { PasswordHasher } from './password-hasher.js';
import { passwordProblem } from './password-policy.js';
import { User } from './user.entity.js';

const REQUIRED = 'This field is required.';

/** Judges a user's wish to change their own password. */
@Injectable()
export class PasswordChangeService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly credentials: CredentialsService,
    private readonly hasher: PasswordHasher,
  ) {}

  /** The hash of the new password, once everything about the wish is right; null: there is no such wish. */
  async newHash(
    caller: AuthenticatedUser,
    id: number,
    dto: UpdateUserDto,
    address: string,
  ): Promise<string | null> {
    const wish = passwordWish(dto);
    if (wish === null) {
      return null;
    }
    const { current, wanted, repeated } = wish;
    if (caller.id !== id) {
      throw new NotAllowedError('A password is changed by its owner; an administrator can reset it.');
    }
    assertFields({
      current_password: current === '' ? REQUIRED : null,
      new_password: wanted === '' ? REQUIRED : null,
      re_new_password: repeated === '' ? REQUIRED : null,
    });
    assertFields({
      new_password: passwordProblem(wanted, caller.username),
      re_new_password: wanted === repeated ? null : 'The two passwords differ.',
    });
    const user = await this.dataSource.manager.findOneByOrFail(User, { id });
    if (!(await this.credentials.isPasswordOf(user, current, address))) {
      throw new InvalidInputError({ current_password: ['This is not the present password.'] });
    }
    return this.hasher.hash(wanted);
  }
}

/** The three fields of a change of password, absent ones empty; null: nobody wishes for one. */
function passwordWish(dto: UpdateUserDto): Record<'current' | 'wanted' | 'repeated', string> | null {
  const current = dto.current_password ?? '';
  const wanted = dto.new_password ?? '';
  const repeated = dto.re_new_password ?? '';
  return current + wanted + repeated === '' ? null : { current, wanted, repeated };
}
