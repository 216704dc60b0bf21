import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';

import { IsText } from '../../common/validation/text.decorators.js';

/** The caller's SSH key, without the key. */
export class GitSshKeyResponse {
  @ApiProperty({ example: 'id_ed25519' })
  name: string;

  @ApiProperty({ format: 'date-time' })
  date_uploaded: string;
}

/** What comes beside the key file. */
export class GitSshKeyDto {
  @IsText({ description: 'Name of the key, as shown later.', example: 'id_ed25519', max: 255 })
  @Matches(/^\P{Cc}*$/u, { message: 'May not contain control characters.' })
  name: string;
}
