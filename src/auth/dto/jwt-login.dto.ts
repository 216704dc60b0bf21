import { ApiProperty } from '@nestjs/swagger';
import { IsText } from '../../common/validation/text.decorators.js';

export class JwtLoginDto {
  @IsText({ max: 150, description: 'Username.', example: 'rosalind' })
  username: string;

  @IsText({ max: 256, description: 'Password.', example: 'correct-horse-battery' })
  password: string;
}

export class JwtLoginResponse {
  @ApiProperty({
    description:
      'Access token (JWT): send it as `Authorization: Bearer <access_token>` to the in-flight API.',
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IjFmMmUzZDRjIn0.eyJzdWIiOiI3In0.c2lnbmF0dXJl',
  })
  access_token: string;
}

export class VerifyTokenResponse {
  @ApiProperty({
    description:
      '`ifm/mask`: may mask values. `ifm/ruleset-plans`: may also create and change ruleset plans.',
    type: [String],
    example: ['ifm/mask'],
  })
  scopes: string[];
}
