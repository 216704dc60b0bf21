import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsEmail, IsIn, MaxLength } from 'class-validator';
import { described, IsText, type FieldText } from '../../common/validation/text.decorators.js';
import { MAX_PASSWORD, MIN_PASSWORD } from '../password-policy.js';
import { USER_ROLES } from '../user-roles.js';
import { MAX_USERNAME } from '../username.js';

const MAX_EMAIL = 254;

export function IsUsername(options: { readonly optional?: boolean } = {}): PropertyDecorator {
  return IsText({
    ...options,
    max: MAX_USERNAME,
    description: 'The name to log in with. Case makes no difference, and no two users share a name.',
    example: 'rosalind',
  });
}

export function IsEmailAddress(options: { readonly optional?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    described(
      { ...options, description: 'E-mail address.', example: 'rosalind@example.org' },
      { type: String },
    ),
    IsEmail({ require_tld: false }, { message: 'Must be an e-mail address.' }),
    MaxLength(MAX_EMAIL, { message: `Must have at most ${MAX_EMAIL} characters.` }),
  );
}

/** A password someone chooses; its quality is judged by the password policy. */
export function IsNewPassword(options: Partial<FieldText> = {}): PropertyDecorator {
  return IsText({
    max: MAX_PASSWORD,
    description: `At least ${MIN_PASSWORD} characters of any kind, not counting repeats (aaa) and runs (abc, 123).`,
    example: 'correct-horse-battery',
    ...options,
  });
}

export function IsRoleList(description: string): PropertyDecorator {
  return applyDecorators(
    described(
      { description, optional: true, example: ['mask_builder'] },
      { type: String, enum: USER_ROLES, isArray: true },
    ),
    IsArray({ message: 'Must be a list of roles.' }),
    ArrayMaxSize(20, { message: 'Must have at most 20 entries.' }),
    IsIn(USER_ROLES, { each: true, message: `Each entry must be one of ${USER_ROLES.join(', ')}.` }),
  );
}
