import { IsIn } from 'class-validator';

import { described, IsText } from '../../common/validation/text.decorators.js';
import { MAX_UPLOAD_NAME } from '../../uploads/upload-name.js';

/** When an upload answers 400. */
export const WRONG_FILE =
  'The file is not what it should be, the name is taken, or a part is missing or wrong.';

/** The parts of the form beside the file. */
export class ConnectionFileDto {
  @IsText({ max: MAX_UPLOAD_NAME, description: 'Unique among files of this kind.', example: 'crm client' })
  name: string;
}

export class ConnectionFilesetDto extends ConnectionFileDto {
  @described(
    { description: 'Kind of database; `mysql` serves MariaDB, too.', example: 'mysql' },
    { type: String },
  )
  @IsIn(['mysql'], { message: 'Must be mysql (which serves MariaDB, too).' })
  database_type: string;
}
