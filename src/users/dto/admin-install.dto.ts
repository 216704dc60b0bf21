import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { described, IsText, IsTextList } from '../../common/validation/text.decorators.js';
import { IsEmailAddress, IsNewPassword, IsUsername } from './user-fields.js';
import { UserResponse } from './user.response.js';

export const LICENSE_CONTRACTS = ['business', 'enterprise'] as const;
export type LicenseContract = (typeof LICENSE_CONTRACTS)[number];

export class AdminInstallDto {
  @IsEmailAddress()
  email: string;

  @IsUsername()
  username: string;

  @IsNewPassword()
  password: string;

  @IsNewPassword({ description: 'The password once more.' })
  re_password: string;

  @IsTextList({
    max: 253,
    maxItems: 200,
    description:
      'Under which hosts the service may be called: host names (without port; a leading dot takes in all names below), IP addresses, networks in CIDR form, or `*` for any. `localhost` and loopback addresses always work.',
    example: ['vizard.example.org', '10.0.0.0/8'],
  })
  allowed_hosts: string[];

  @IsText({
    optional: true,
    max: 100,
    description: 'Needed only for installations from the cloud marketplace.',
    example: 'i-0123456789abcdef0',
  })
  aws_ec2_instance_id?: string | null;

  @described(
    { optional: true, description: 'Needed only for cloud contract installations.', example: 'business' },
    { type: String, enum: LICENSE_CONTRACTS },
  )
  @IsIn(LICENSE_CONTRACTS, { message: `Must be one of ${LICENSE_CONTRACTS.join(', ')}.` })
  contract_license_type?: LicenseContract | null;
}

/** The first administrator, and what they should know. */
export class AdminInstallResponse extends UserResponse {
  @ApiProperty({
    description: 'What may turn out not to be as intended; empty: nothing.',
    type: [String],
    example: [],
  })
  warnings: string[];
}
