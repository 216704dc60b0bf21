import { ApiProperty } from '@nestjs/swagger';
import { Expose, Transform } from 'class-transformer';
import { IsText } from '../../common/validation/text.decorators.js';

export class JwtLoginDto {
  @IsText({ max: 150, description: 'Username.', example: 'rosalind' })
  username: string;

  @IsText({ max: 256, description: 'Password.', example: 'correct-horse-battery' })
  password: string;
}

export class JwtRefreshDto {
  @IsText({
    max: 256,
    description:
      'The refresh token of the login or of the last refresh. May also be sent as `refresh_token`.',
    example: 'Yb1mJtJ8mB0c4l1mPpQhQ0bS2o0b6kq3xV9d3yq0J7E',
  })
  @Transform(({ value, obj }: { value: unknown; obj: Record<string, unknown> }) => value ?? obj.refresh_token)
  @Expose()
  refresh: string;
}

export class JwtTokensResponse {
  @ApiProperty({
    description:
      'Access token (JWT): send it as `Authorization: Bearer <access_token>` to the in-flight API. Valid for a quarter of an hour, unless the operator chose another time.',
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IjFmMmUzZDRjIn0.eyJzdWIiOiI3In0.c2lnbmF0dXJl',
  })
  access_token: string;

  @ApiProperty({
    description:
      'Refresh token: good for one call of `/api/auth/jwt/refresh/`, within a day unless the operator chose another time.',
    example: 'Yb1mJtJ8mB0c4l1mPpQhQ0bS2o0b6kq3xV9d3yq0J7E',
  })
  refresh_token: string;
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
