import { ApiProperty } from '@nestjs/swagger';
import { IsText } from '../../common/validation/text.decorators.js';
import { MAX_PASSWORD } from '../password-policy.js';
import { MAX_USERNAME } from '../username.js';
import { UserResponse } from './user.response.js';

export class LoginDto {
  @IsText({ max: MAX_USERNAME, description: 'Username.', example: 'rosalind' })
  username: string;

  @IsText({ max: MAX_PASSWORD, description: 'Password.', example: 'correct-horse-battery' })
  password: string;
}

/** The user who logged in, and the token to send from now on. */
export class LoginResponse extends UserResponse {
  @ApiProperty({
    description:
      'User token: send it as `Authorization: Token <key>`. Valid for 12 hours unless set otherwise.',
    example: '9c1185a5c5e9fc54612808977ee8f548b2258d31',
  })
  key: string;
}
