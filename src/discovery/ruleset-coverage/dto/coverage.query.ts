import { ApiProperty } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';

/** Which ruleset is looked at. */
export class CoverageQuery {
  @ApiProperty({ format: 'uuid', example: '0b9c9c9e-6a3c-4f57-9d8d-2f0f6a1f2a10' })
  @IsUUID(undefined, { message: 'Must be the id of a ruleset.' })
  ruleset: string;
}
